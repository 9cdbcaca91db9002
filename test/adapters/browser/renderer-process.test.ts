import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRendererProcess } from '../../../src/adapters/browser/renderer-process.ts';
import type { PageRenderer } from '../../../src/domain/capture/port.ts';
import { htmlDocument, idleContext, PLAIN_RENDER } from '../../support/renderer.ts';

const BROWSER_CACHE = new URL('../../../node_modules/.cache/affiant', import.meta.url).pathname;

let tempDir: string;
let renderer: PageRenderer;
let warnings: string[];
beforeEach(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'r-'));
  warnings = [];
  renderer = createRendererProcess({
    search: {
      configuredPath: process.env['AFFIANT_CHROMIUM'] ?? null,
      env: { ...process.env, AFFIANT_TEST_SECRET: 'planted' },
      cacheDir: BROWSER_CACHE,
    },
    networks: [],
    tempDir,
    limits: { concurrency: 2 },
    warn: (message) => warnings.push(message),
  });
});
afterEach(async () => {
  await renderer.close();
  await rm(tempDir, { recursive: true, force: true });
});

const render = (html: string, signal?: AbortSignal, waitForSelector: string | null = null) =>
  renderer.render(
    htmlDocument('http://upload.invalid/', html),
    { ...PLAIN_RENDER, offline: true, screenshot: true, waitForSelector },
    idleContext(signal),
  );

/** Processes whose command line holds `text`, without those that already died. */
async function processesOf(text: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const commands = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  return ids.filter((_, index) => commands[index]?.includes(text));
}

/** The process of the renderer: the parent of the browser, which is known by its profile. */
async function rendererProcess(): Promise<number> {
  const [profile] = await readdir(tempDir);
  return Number(/-(\d+)-\w+$/.exec(profile ?? '')?.[1]);
}

describe('a renderer in a process of its own', { timeout: 60_000 }, () => {
  it('renders, and leaves no process and no profile behind', async () => {
    expect(renderer.version).toBeNull();
    expect(renderer.automation).toMatch(/^playwright \d/);
    const page = await render('<title>Apart</title><p>text');
    expect(page.title).toBe('Apart');
    expect(page.screenshots[0]).toBeInstanceOf(Uint8Array);
    expect(renderer.version).toMatch(/^\w[\w ]* [\d.]+$/);
    const child = await rendererProcess();
    expect(await readFile(`/proc/${child}/environ`, 'utf8')).not.toContain('planted');
    await renderer.close();
    expect(await readdir(tempDir)).toEqual([]);
    expect(await processesOf('renderer-child.ts')).not.toContain(child);
    // Chromium's crash handlers end by themselves.
    await expect.poll(() => processesOf(tempDir), { timeout: 5_000 }).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)('says once that the browser has no sandbox', async () => {
    await render('<p>');
    await render('<p>');
    expect(warnings).toEqual([expect.stringContaining('without its own sandbox')]);
  });

  it('hands on errors with their code and hint', async () => {
    const failing = render('<p>', undefined, '#(');
    await expect(failing).rejects.toMatchObject({
      name: 'EvidenceError',
      code: 'SELECTOR_NOT_FOUND',
      message: 'The selector is not a CSS selector.',
    });
  });

  it('outlives a page whose message is too long for a string', async () => {
    const flood = "setTimeout(() => console.log('\\u0001'.repeat(100e6)), 50)";
    // A slow machine finds the page too busy before its message is whole.
    await expect(render(`<p>x<script>${flood}</script>`)).rejects.toMatchObject({
      code: expect.stringMatching(/^DOCUMENT_(?:TOO_LARGE|UNSUPPORTED)$/),
    });
    const next = () => render('<title>next</title>').then(({ title }) => title, String);
    await expect.poll(next, { timeout: 30_000 }).toBe('next');
  });

  it('blames the page that was alone in it when it dies, and starts anew', async () => {
    await render('<p>');
    const rendering = render('<p id=a>0<script>setInterval(() => a.textContent++, 20)</script>');
    process.kill(await rendererProcess(), 'SIGKILL');
    await expect(rendering).rejects.toMatchObject({ code: 'DOCUMENT_TOO_LARGE' });
    expect(warnings.some((text) => text.includes('died'))).toBe(true);
    expect((await render('<title>next</title>')).title).toBe('next');
  });

  it('tells renders that lost their process together so, and removes what it left', async () => {
    await render('<p>');
    const restless = '<p id=a>0<script>setInterval(() => a.textContent++, 20)</script>';
    const renders = Promise.allSettled([render(restless), render(restless)]);
    process.kill(await rendererProcess(), 'SIGKILL');
    for (const end of await renders)
      expect(end).toMatchObject({ status: 'rejected', reason: { code: 'BROWSER_UNAVAILABLE' } });
    await expect.poll(() => processesOf(tempDir), { timeout: 5_000 }).toEqual([]);
    await expect.poll(() => readdir(tempDir), { timeout: 5_000 }).toEqual([]);
  });

  it('stops when its caller goes away, and ends running renders when it closes', async () => {
    const restless = '<p id=a>0<script>setInterval(() => a.textContent++, 20)</script>';
    await expect(render(restless, AbortSignal.timeout(1_500))).rejects.toMatchObject({
      code: 'DEADLINE_EXCEEDED',
    });
    const rendering = render(restless);
    rendering.catch(() => undefined);
    await renderer.close();
    await expect(rendering).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    await expect(render('<p>')).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  });
});
