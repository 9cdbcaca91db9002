import { readdir, readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { listProcesses } from '../../support/process-tree.ts';
import {
  htmlDocument,
  idleContext,
  PLAIN_RENDER,
  startRenderer,
  type TestRenderer,
} from '../../support/renderer.ts';
import { startSite } from '../../support/site.ts';

let test: TestRenderer;
afterEach(() => test.close());

const simple = htmlDocument('http://upload.invalid/', '<title>fine</title>');
const offline = { ...PLAIN_RENDER, offline: true };
const render = (html: string, signal?: AbortSignal) =>
  test.renderer.render(htmlDocument('http://upload.invalid/', html), offline, idleContext(signal));

/** Leaders of the browsers whose profile lies in the test's folder. Their crash handlers end by themselves. */
async function browserProcesses(): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const isOurs = async (id: number) => {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    return command.includes(test.tempDir) && !/--type=|crashpad_handler/.test(command);
  };
  const marks = await Promise.all(ids.map(isOurs));
  return ids.filter((_, index) => marks[index]);
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; !(await condition()); tries += 1) {
    if (tries > 500) throw new Error('the condition did not come true');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('a renderer', () => {
  it('starts no browser before the first render, and leaves no process and no profile behind', async () => {
    test = await startRenderer();
    expect(test.renderer.version).toBeNull();
    expect(await browserProcesses()).toEqual([]);
    await render('<p>');
    expect(test.renderer.version).toMatch(/^\w[\w ]* [\d.]+$/);
    expect(await browserProcesses()).toHaveLength(1);
    await test.renderer.close();
    expect(await browserProcesses()).toEqual([]);
    expect(await readdir(test.tempDir)).toEqual([]);
  });

  it('gives the browser none of our environment but what it needs', async () => {
    process.env['AFFIANT_TEST_SECRET'] = 'planted';
    test = await startRenderer();
    await render('<p>');
    const [leader] = await browserProcesses();
    expect(await readFile(`/proc/${leader}/environ`, 'utf8')).not.toContain('planted');
    delete process.env['AFFIANT_TEST_SECRET'];
  });

  it('replaces a browser that has rendered enough', async () => {
    test = await startRenderer({ maxRenders: 1 });
    await render('<p>');
    const [first] = await browserProcesses();
    await render('<p>');
    await until(async () => !(await browserProcesses()).includes(first!));
    expect(await browserProcesses()).toHaveLength(1);
  });

  it('replaces a browser that is old', async () => {
    test = await startRenderer({ maxAgeMs: 1 });
    await render('<p>');
    const [first] = await browserProcesses();
    await render('<p>');
    await until(async () => !(await browserProcesses()).includes(first!));
    expect(await browserProcesses()).toHaveLength(1);
  });

  it('replaces a browser that has grown', async () => {
    test = await startRenderer({ maxResidentBytes: 1 });
    await render('<p>');
    await until(async () => (await browserProcesses()).length === 0);
    expect((await render('<title>again</title>')).title).toBe('again');
  });

  it('starts anew when the browser is killed under a render', async () => {
    const site = await startSite({ '/held': () => undefined });
    test = await startRenderer();
    const html = '<title>survived</title><script>fetch("/held")</script>';
    const rendering = test.renderer.render(htmlDocument(`${site.url}/`, html), PLAIN_RENDER, idleContext());
    await until(() => site.count('/held') === 1);
    const [leader] = await browserProcesses();
    process.kill(leader!, 'SIGKILL');
    await until(() => site.count('/held') === 2);
    expect((await rendering).title).toBe('survived');
    await site.close();
  });

  it('blames the page that crashes its process twice, and serves the next', async () => {
    test = await startRenderer();
    // Blink overflows its stack when it lays out so many boxes in each other.
    const nest =
      'let e = document.body; for (let i = 0; i < 20000; i++) e = e.appendChild(document.createElement("div"))';
    await expect(render(`<body><script>${nest}</script>`)).rejects.toMatchObject({
      code: 'DOCUMENT_UNSUPPORTED',
    });
    expect((await render('<title>next</title>')).title).toBe('next');
  });

  it('ends a page that fills its memory, beside one that goes on', async () => {
    test = await startRenderer({ maxProcessBytes: 400 * 1024 ** 2 });
    // Paused for a moment each time, so that a slow machine looks before it is full.
    const hoard =
      'const kept = []; setInterval(() => { if (kept.length < 300) kept.push(new Uint8Array(1e7).fill(1)) }, 5)';
    const [hoarding, other] = await Promise.allSettled([
      // Long enough that it is full before its pictures are taken, however fast the machine.
      test.renderer.render(
        htmlDocument('http://upload.invalid/', `<script>${hoard}</script>`),
        { ...offline, waitMs: 5_000 },
        idleContext(),
      ),
      render('<title>other</title><script>setTimeout(() => {}, 500)</script>'),
    ]);
    expect(hoarding).toMatchObject({ reason: { code: 'DOCUMENT_TOO_LARGE' } });
    expect(other).toMatchObject({ value: { title: 'other' } });
    expect((await render('<title>next</title>')).title).toBe('next');
  });

  it('ends a page that hangs at the deadline', async () => {
    test = await startRenderer({ renderTimeoutMs: 3_000 });
    await expect(render('<script>for (;;);</script>')).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    expect((await render('<title>next</title>')).title).toBe('next');
  });

  it('stops when its caller goes away', async () => {
    test = await startRenderer();
    await expect(
      render('<script>setInterval(() => document.title++, 1)</script>', AbortSignal.timeout(1_500)),
    ).rejects.toMatchObject({
      code: 'DEADLINE_EXCEEDED',
    });
  });

  it('refuses a render when too many wait', async () => {
    test = await startRenderer({ concurrency: 1, maxWaiting: 1 });
    const renders = [1, 2, 3].map(() => test.renderer.render(simple, offline, idleContext()));
    const ends = await Promise.allSettled(renders);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect((ends[2] as PromiseRejectedResult).reason).toMatchObject({
      code: 'OVERLOADED',
      retryAfterSeconds: 5,
    });
  });

  it('ends running renders when it closes', async () => {
    test = await startRenderer();
    const rendering = render('<script>setInterval(() => document.title++, 1)</script>');
    rendering.catch(() => undefined);
    await until(async () => (await browserProcesses()).length === 1);
    await test.renderer.close();
    await expect(rendering).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    expect(await browserProcesses()).toEqual([]);
  });
});

const CAPTURES = process.env['AFFIANT_TEST_EXTRA'] === '1' ? 100 : 20;

it(`${CAPTURES} captures by five browsers leave no process behind, dead or alive`, {
  timeout: 180_000,
}, async () => {
  test = await startRenderer({ maxRenders: CAPTURES / 5 });
  const leaders = new Set<number>();
  for (let done = 0; done < CAPTURES; done += 2) {
    await Promise.all([render('<title>one</title>'), render('<title>two</title>')]);
    for (const leader of await browserProcesses()) leaders.add(leader);
  }
  await test.renderer.close();
  expect(leaders.size).toBeGreaterThanOrEqual(5);
  const left = async () => (await listProcesses()).filter(({ group }) => leaders.has(group));
  await expect.poll(left, { timeout: 10_000 }).toEqual([]);
});
