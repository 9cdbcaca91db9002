import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ERRORS } from '../src/core/error-codes.ts';
import { KEY, startTestService } from './support/api.ts';
import { ensureProgram } from './support/debian.ts';
import { startSite } from './support/site.ts';

const root = new URL('..', import.meta.url).pathname;
const hasTools = (await Promise.all(['jq', 'unzip', 'curl'].map((name) => ensureProgram(name)))).every(
  Boolean,
);

/** Shell snippets of a page that are marked to be run, in order. */
async function snippets(page: string): Promise<string[]> {
  const text = await readFile(join(root, page), 'utf8');
  return [...text.matchAll(/^```sh run\n([\s\S]*?)^```$/gm)].map(([, snippet = '']) => snippet);
}

async function markdownPages(): Promise<string[]> {
  const docs = await readdir(join(root, 'resources/docs'), { recursive: true });
  return [
    'README.md',
    'SKILL.md',
    'CHANGELOG.md',
    ...docs.filter((name) => name.endsWith('.md')).map((name) => `resources/docs/${name}`),
  ];
}

it.skipIf(!hasTools)('the shell snippets of the README do what they say', { timeout: 120_000 }, async () => {
  const site = await startSite({
    '/': { headers: { 'content-type': 'text/html' }, body: '<title>Example</title><p>An example page.</p>' },
  });
  const service = await startTestService();
  // Below node_modules, so that `import … from "viem"` finds the project's own as it does in a clone.
  const folder = await mkdtemp(join(root, 'node_modules', '.readme-'));
  try {
    const script = (await snippets('README.md'))
      .join('\n')
      .replaceAll('https://example.com/', `${site.url}/`);
    const env = { ...process.env, BASE: service.baseUrl, KEY };
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      env,
    });
    expect(stdout).toContain('"verified": true');
    expect(stdout).toMatch(/signed by 0x[0-9a-fA-F]{40}/);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await service.close();
    await site.close();
  }
});

it('every link between pages leads somewhere', async () => {
  const broken: string[] = [];
  for (const page of await markdownPages()) {
    const text = await readFile(join(root, page), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (!/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(page), target)))
        broken.push(`${page}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

it('every error code that a page names is in the registry', async () => {
  const names = /`([A-Z][A-Z]+_[A-Z_]+)`/g;
  const others = /^(AFFIANT|DATABASE_URL|LOG_LEVEL|OPENAI|STRIPE|AWS|OTEL|XDG|NO_COLOR)/;
  const unknown: string[] = [];
  for (const page of ['SKILL.md', 'README.md', 'resources/docs/errors.md']) {
    const text = await readFile(join(root, page), 'utf8');
    for (const [, name = ''] of text.matchAll(names))
      if (!(name in ERRORS) && !others.test(name)) unknown.push(`${page}: ${name}`);
  }
  expect(unknown).toEqual([]);
});

it('every test that the page of outcomes names is there', async () => {
  const text = await readFile(join(root, 'resources/docs/outcomes.md'), 'utf8');
  const named = [...text.matchAll(/`(\S+\.test\.ts)`: ((?:"[^"]+"(?:, )?)+)/g)];
  const missing: string[] = [];
  for (const [, file = '', titles = ''] of named) {
    const source = await readFile(join(root, 'test', file), 'utf8');
    for (const [, title = ''] of titles.matchAll(/"([^"]+)"/g))
      if (!source.includes(`'${title}'`)) missing.push(`${file}: ${title}`);
  }
  expect(named.length).toBeGreaterThan(15);
  expect(missing).toEqual([]);
});

it('the README stays short enough to be read', async () => {
  const lines = (await readFile(join(root, 'README.md'), 'utf8')).split('\n');
  expect(lines.length).toBeLessThanOrEqual(250);
});
