import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const run = promisify(execFile);

/** Source folders that are cruised, as `npm run check` names them. */
const FOLDERS = ['src', 'tools', 'resources', 'prompts', 'http', 'test'];

let planted: string | null = null;

afterEach(async () => {
  if (planted) await rm(planted, { recursive: true, force: true });
  planted = null;
});

/** Rule names that the cruiser reports for a small tree with these files. */
async function breaches(files: Readonly<Record<string, string>>): Promise<string[]> {
  planted = await mkdtemp(join(root, 'node_modules', '.planted-'));
  for (const [path, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    await mkdir(dirname(join(planted, path)), { recursive: true });
    await writeFile(join(planted, path), text);
  }
  const folders = [...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))];
  const args = ['--config', join(root, '.config/layers.cjs'), '--output-type', 'json', ...folders];
  const { stdout } = await run(join(root, 'node_modules/.bin/depcruise'), args, {
    cwd: planted,
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string }) => error);
  const report = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } };
  return report.summary.violations.map(({ rule }) => rule.name);
}

it('the cruiser reports a domain file that imports http', async () => {
  const names = await breaches({
    'src/domain/planted.ts': "import { app } from '../../http/app.ts';\nexport const planted = app;\n",
    'http/app.ts': 'export const app = 1;\n',
  });
  expect(names.some((name) => name.startsWith('src/domain imports only'))).toBe(true);
});

it('the cruiser reports a type-only import that breaks the layers', async () => {
  const names = await breaches({
    'src/core/planted.ts': "import type { App } from '../domain/app.ts';\nexport type Planted = App;\n",
    'src/domain/app.ts': 'export type App = string;\n',
  });
  expect(names.some((name) => name.startsWith('src/core imports only'))).toBe(true);
});

it('the cruiser reports input and output in the domain, and circles', async () => {
  const names = await breaches({
    'src/domain/a.ts':
      "import { readFileSync } from 'node:fs';\nimport { b } from './b.ts';\nexport const a = [readFileSync, b];\n",
    'src/domain/b.ts': "import { a } from './a.ts';\nexport const b = a;\n",
  });
  expect(names).toEqual(expect.arrayContaining(['domain and core do no I/O', 'no cycles']));
});

it('the cruiser reads the whole project and finds nothing', async () => {
  const args = ['--config', join(root, '.config/layers.cjs'), '--output-type', 'json', ...FOLDERS];
  const { stdout } = await run(join(root, 'node_modules/.bin/depcruise'), args, {
    cwd: root,
    maxBuffer: 256 * 1024 * 1024,
  });
  const { summary } = JSON.parse(stdout) as { summary: { totalCruised: number; violations: unknown[] } };
  expect(summary.violations).toEqual([]);
  // With a broken TypeScript reader the cruiser sees next to nothing and reports no violation.
  expect(summary.totalCruised).toBeGreaterThan(200);
});
