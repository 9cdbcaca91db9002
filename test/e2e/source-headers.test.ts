import { randomBytes } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMissing } from '../../src/core/is-missing.ts';
import { answerHostile } from '../adapters/egress/hostile-page.ts';
import { call, type Json, startTestService, type TestService, untilEnded } from '../support/api.ts';
import { startService } from '../support/service-process.ts';
import { type Route, type Site, startSite } from '../support/site.ts';

const TOKEN = `planted${randomBytes(16).toString('hex')}`;
const HEADERS = { 'X-Planted': TOKEN, Authorization: `Bearer ${TOKEN}` };
const HOSTILE_PATHS = ['/', '/img-redirect', '/frame-302', '/frame-meta', '/frame-script', '/worker.js'];

/** The source, and a third party that it loads from, leads to and posts to in every way. */
let source: Site;
let stranger: Site;
let service: TestService;

beforeAll(async () => {
  [source, stranger] = [await startSite(), await startSite()];
  service = await startTestService();
  const away = (path: string): Route => ({ status: 302, headers: { location: `${stranger.url}${path}` } });
  source.serve({
    ...Object.fromEntries(HOSTILE_PATHS.map((path) => [path, hostileRoute(path)])),
    '/private': '<!doctype html><title>Private</title><p>words<img src="/inside.png"><img src="/away.png">',
    '/inside.png': { headers: { 'content-type': 'image/png' }, body: '' },
    '/away.png': away('/and-back.png'),
    '/away': away('/and-back'),
    '/leave': `<!doctype html><title>x</title><script>location = '${stranger.url}/landed'</script>`,
    '/refresh': `<!doctype html><title>x</title><meta http-equiv="refresh" content="0;url=${stranger.url}/landed">`,
    '/other-name': `<!doctype html><title>x</title><p>words<img src="http://localhost:${source.port}/other-name.png">`,
    '/form': `<!doctype html><title>x</title><form method=post action="${stranger.url}/posted"></form><script>document.forms[0].submit()</script>`,
  });
  stranger.serve({
    '/and-back': { status: 307, headers: { location: `${source.url}/private` } },
    '/and-back.png': { status: 307, headers: { location: `${source.url}/inside.png` } },
    '/landed': `<!doctype html><title>Landed</title><p>words<img src="${source.url}/inside.png">`,
  });
});

afterAll(async () => {
  await service.close();
  await Promise.all([source.close(), stranger.close()]);
});

function hostileRoute(path: string): Route {
  const { port } = stranger;
  const answer = answerHostile(path, { http: port, tls: port, webSocket: port, turn: port });
  if ('location' in answer) return { status: 302, headers: answer };
  return { headers: { 'content-type': answer.type }, body: answer.body };
}

const body = (path: string, more: Json = {}) => ({
  ...{ source: `${source.url}${path}`, source_headers: HEADERS, include: ['markdown', 'html'] },
  ...more,
});
const capture = (path: string, more: Json = {}) =>
  service.call('/v1/extract?sync=true', { json: body(path, more) });
const carried = ({ requests }: Site) =>
  requests.filter(({ headers }) => JSON.stringify(headers).includes(TOKEN));

async function sourceHeadersOf(bundleId: unknown): Promise<Json> {
  const { body } = await service.call<{ request: { source_headers: Json } }>(
    `/v1/extract/${bundleId}/manifest`,
  );
  return body.request.source_headers;
}

/** Again when something goes while it is read: the browser of a killed service removes its own files. */
async function entriesBelow(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (!isMissing(error)) throw error;
    return entriesBelow(folder);
  }
}

/** Files below `folder` that hold `text`, also in base64. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const needles = [text, Buffer.from(text).toString('base64').slice(0, 40)];
  const entries = await entriesBelow(folder);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found: string[] = [];
  for (const path of paths) {
    // The browser of a killed service ends a moment later, and its files with it.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    if (needles.some((needle) => bytes.includes(needle))) found.push(path);
  }
  return found;
}

describe('the values of source_headers', () => {
  it('reach the source, and the manifest says how often', async () => {
    const before = carried(source).length;
    const { status, body } = await capture('/private');
    expect(status).toBe(200);
    expect(await sourceHeadersOf(body['bundle_id'])).toEqual({
      ...{ origin: source.url, names_count: 2 },
      requests: carried(source).length - before,
    });
    expect(
      carried(source)
        .slice(before)
        .map(({ path }) => path),
    ).toEqual(expect.arrayContaining(['/private', '/inside.png', '/away.png']));
  });

  it.each([
    ['every way out of a hostile page', '/', { wait_ms: 2_000 }],
    ['a redirect there and back', '/away', {}],
    ['a navigation by script', '/leave', {}],
    ['a refresh', '/refresh', {}],
    ['a form', '/form', {}],
  ])('never reach a third party by %s', async (_, path, more) => {
    const before = stranger.requests.length;
    const { status } = await capture(path, more);
    expect(status).toBe(200);
    expect(stranger.requests.length).toBeGreaterThan(before);
    expect(carried(stranger)).toEqual([]);
    expect(carried(source).some((request) => request.path === path)).toBe(true);
  });

  it('reach the source again after a redirect there and back', async () => {
    const before = carried(source).length;
    const { body } = await capture('/away');
    expect(
      carried(source)
        .slice(before)
        .map(({ path }) => path),
    ).toEqual(expect.arrayContaining(['/away', '/private']));
    expect(body['metadata']).toMatchObject({ final_url: `${source.url}/private`, title: 'Private' });
    expect(carried(stranger)).toEqual([]);
  });

  it('do not reach the same server under another name', async () => {
    await capture('/other-name');
    expect(source.count('/other-name.png')).toBe(1);
    expect(carried(source).map(({ path }) => path)).not.toContain('/other-name.png');
  });

  it('do not come back in answers, errors and jobs', async () => {
    const answers = [
      await capture('/private'),
      await capture('/private', { store: false }),
      await capture('/private', { wait_for_selector: '#never' }),
      await capture('/private', { source_headers: { 'X-Planted': `${TOKEN}\n` } }),
      await capture('/private', { source_headers: { [`X ${TOKEN}`]: TOKEN } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 422, 400, 400]);
    const { body: queued } = await service.call('/v1/extract', { json: body('/private') });
    const job = await untilEnded(service, String(queued['job_id']));
    expect(job['status']).toBe('complete');
    expect(JSON.stringify([...answers.map((answer) => answer.body), queued, job])).not.toContain(TOKEN);
  });
});

it('a job that a killed service left has them still, and nobody else has', { timeout: 120_000 }, async () => {
  let isHeld = true;
  source.serve({
    '/held': (_, response) => void (isHeld ? undefined : response.end('<title>Held</title><p>words')),
  });
  const { body: queued } = await service.call('/v1/extract', { json: body('/held') });
  await expect.poll(() => source.count('/held'), { timeout: 20_000 }).toBe(1);
  await service.process.kill();
  expect(await filesWith(service.dataDir, TOKEN)).toEqual([]);
  isHeld = false;
  const again = await startService(service.env);
  try {
    const reach = {
      call: <T>(path: string, init?: Parameters<typeof call>[2]) => call<T>(again.baseUrl, path, init),
    };
    const job = await untilEnded(reach, String(queued['job_id']));
    expect(job['status']).toBe('complete');
    expect(carried(source).filter(({ path }) => path === '/held').length).toBeGreaterThan(1);
    const archive = await fetch(`${again.baseUrl}/v1/extract/${job['bundle_id']}/download`, {
      headers: { 'x-api-key': service.env['AFFIANT_BOOTSTRAP_API_KEY'] ?? '' },
    });
    expect(Buffer.from(await archive.arrayBuffer()).includes(TOKEN)).toBe(false);
    await expect.poll(() => readdir(join(service.dataDir, 'tmp', 'jobs'))).toEqual([]);
  } finally {
    await again.stop();
  }
  expect(await filesWith(service.dataDir, TOKEN)).toEqual([]);
  expect(service.process.log() + again.log()).not.toContain(TOKEN);
  expect(carried(stranger)).toEqual([]);
});
