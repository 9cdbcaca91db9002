import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BrowserSearch, findBrowser } from '../../../src/adapters/browser/find-browser.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'affiant-find-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const nothing = (): BrowserSearch => ({
  configuredPath: null,
  env: { PATH: '' },
  cacheDir: join(folder, 'cache'),
  wellKnownPaths: [],
  playwrightPath: null,
  bundledDir: null,
});

async function plant(name: string, script: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

describe('findBrowser', () => {
  it('takes the configured browser before an installed one', async () => {
    const configured = await plant('mine', 'echo Chromium 1.2.3.4');
    const installed = await plant('chromium', 'echo Chromium 9.9.9.9');
    const search = { ...nothing(), configuredPath: configured, wellKnownPaths: [installed] };
    expect(await findBrowser(search)).toMatchObject({
      kind: 'configured',
      executablePath: configured,
      version: 'Chromium 1.2.3.4',
    });
  });

  it('does not replace a configured browser that does not start', async () => {
    const installed = await plant('chromium', 'echo Chromium 9.9.9.9');
    const search = { ...nothing(), configuredPath: join(folder, 'absent'), wellKnownPaths: [installed] };
    await expect(findBrowser(search)).rejects.toMatchObject({ code: 'BROWSER_UNAVAILABLE' });
  });

  it('finds a browser on the path and passes over one that does not answer', async () => {
    await plant('chromium', 'exit 127');
    const chrome = await plant('google-chrome', 'echo "Google Chrome 150.0.1.2 beta"');
    expect(await findBrowser({ ...nothing(), env: { PATH: folder } })).toMatchObject({
      kind: 'installed',
      executablePath: chrome,
      version: 'Google Chrome 150.0.1.2',
    });
  });

  it("falls back to Playwright's own", async () => {
    const own = await plant('own', 'echo Chromium 159.0.0.0');
    expect(await findBrowser({ ...nothing(), playwrightPath: own })).toMatchObject({ kind: 'playwright' });
  });

  it('hands on nothing of the environment but what a browser needs', async () => {
    const own = await plant('own', 'echo Chromium 159.0.0.0');
    const env = { PATH: '/bin', LANG: 'C.UTF-8', OPENAI_API_KEY: 'planted' };
    const found = await findBrowser({ ...nothing(), env, playwrightPath: own });
    expect(found.env).toEqual({ PATH: '/bin', LANG: 'C.UTF-8' });
  });

  it('says so when there is none', async () => {
    await expect(findBrowser(nothing())).rejects.toMatchObject({ code: 'BROWSER_UNAVAILABLE' });
  });
});

/** Folder of the packed browser, null where the optional dependency is not installed. */
const packedDir = ((): string | null => {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin');
  } catch {
    return process.env['AFFIANT_TEST_PACKED_CHROMIUM'] ?? null;
  }
})();

describe.skipIf(packedDir === null)('the bundled browser', () => {
  it('is unpacked once and answers where nothing else is installed', async () => {
    const search = { ...nothing(), env: { PATH: '/bin:/usr/bin' }, bundledDir: packedDir };
    const hidden = { ...search, env: { PATH: '' } };
    const first = await findBrowser(hidden);
    expect(first).toMatchObject({ kind: 'bundled', version: expect.stringMatching(/^Chromium \d+\./) });
    const started = performance.now();
    expect((await findBrowser(hidden)).executablePath).toBe(first.executablePath);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
