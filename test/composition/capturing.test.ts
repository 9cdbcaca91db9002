import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCapturing } from '../../src/composition/capturing.ts';
import { readConfiguration } from '../../src/composition/configuration.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'affiant-capturing-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a language of AFFIANT_OCR_LANGS without data stops the start, and names the mend', {
  timeout: 60_000,
}, async () => {
  const env = { ...process.env, AFFIANT_DATA_DIR: folder, AFFIANT_OCR_LANGS: 'eng+xyz', PORT: '0' };
  const arguments_ = ['--disable-warning=ExperimentalWarning', MAIN, 'serve'];
  const serve = promisify(execFile)(process.execPath, arguments_, { env });
  await expect(serve).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/AFFIANT_OCR_LANGS[\s\S]*apt-get install tesseract-ocr-/),
  });
});

it('what captures opens without a browser and closes without a trace', async () => {
  const capturing = await openCapturing(readConfiguration({ AFFIANT_DATA_DIR: folder }), {});
  await capturing.close();
  await expect(
    capturing.capturer.capture(
      { kind: 'upload', bytes: Buffer.from('<p>'), filename: 'a.html', declaredMediaType: null },
      {
        ...{ include: new Set(), pages: null, waitForSelector: null, waitMs: 0 },
        viewport: { width: 800, height: 600 },
      },
      { signal: AbortSignal.timeout(10_000), progress: () => undefined },
    ),
  ).rejects.toMatchObject({ code: 'OVERLOADED' });
});
