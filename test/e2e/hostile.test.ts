import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATTEMPTS, answerHostile, type ForbiddenPorts } from '../adapters/egress/hostile-page.ts';
import { type Json, startTestService, type TestService } from '../support/api.ts';
import { exchangesOf } from '../support/bundle-files.ts';
import { type Forbidden, startForbidden } from '../support/forbidden.ts';
import { type Route, type Site, startSite } from '../support/site.ts';
import { buildActivePdf } from '../support/special-pdf.ts';

/** Blocked in every browser context, so that nothing is left to deny. */
const NEVER_ASKED = new Set(['service-worker-fetch', 'popup']);

let site: Site;
let service: TestService;
let listeners: Forbidden[];
let ports: ForbiddenPorts;
let out: string;

beforeAll(async () => {
  site = await startSite();
  listeners = await Promise.all(Array.from({ length: 4 }, () => startForbidden()));
  const [http = 0, tls = 0, webSocket = 0, turn = 0] = listeners.map(({ port }) => port);
  ports = { http, tls, webSocket, turn };
  out = `http://127.0.0.1:${http}`;
  service = await startTestService({ AFFIANT_ALLOW_NETWORKS: `127.0.0.0/8:${site.port}` });
  const paths = ['/', '/img-redirect', '/frame-302', '/frame-meta', '/frame-script', '/meta', '/script'];
  site.serve(
    Object.fromEntries(
      [...paths, '/worker.js', '/service-worker.js'].map((path) => [path, hostileRoute(path)]),
    ),
  );
});

afterAll(async () => {
  await service.close();
  await Promise.all([site.close(), ...listeners.map((listener) => listener.close())]);
});

function hostileRoute(path: string): Route {
  const answer = answerHostile(path, ports);
  if ('location' in answer) return { status: 302, headers: answer };
  return { headers: { 'content-type': answer.type }, body: answer.body };
}

const visits = () => listeners.flatMap((listener) => listener.visits);
const capture = (source: string, more: Json = {}) =>
  service.call('/v1/extract?sync=true', { json: { source, include: ['markdown'], ...more } });

/** Every way to write loopback, the unspecified address and other private places in a URL. */
const PRIVATE_HOSTS = [
  ...['127.0.0.1', '127.1', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1', '2130706433', '127.0.0.1.'],
  ...['①②⑦.0.0.1', '127。0。0。1', '%31%32%37.0.0.1', '127.127.127.127', '0.0.0.0', '0'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'ｌocalhost', 'a.localhost'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]'],
  ...['10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '168.63.129.16'],
  ...['[fd00::1]', '[fe80::1]', '[2002:7f00:1::]', '255.255.255.255', '224.0.0.1'],
];

describe('an address of the operator’s network', () => {
  it.each(PRIVATE_HOSTS)('written %s is refused as a source', async (host) => {
    const { status, body } = await capture(`http://${host}:${ports.http}/`);
    expect(status).toBe(422);
    expect(body['code']).toMatch(/^URL_(?:BLOCKED|UNREACHABLE)$/);
    expect(visits()).toEqual([]);
  });

  it.each([
    ['user information', (host: string) => `http://example.com@${host}/`],
    ['a password', (host: string) => `http://example.com:80@${host}/`],
    ['a backslash before the host', (host: string) => `http:\\\\${host}\\`],
    ['a backslash for the user information', (host: string) => `http://${host}\\@example.com/`],
    ['no slashes', (host: string) => `http:${host}`],
    ['white space', (host: string) => ` \thttp://127.0\n.0.1:${host.split(':')[1]}/`],
    ['another scheme', (host: string) => `ftp://${host}/`],
    ['a file', () => 'file:///etc/passwd'],
    ['a document of its own', () => 'data:text/html,x'],
  ])('hidden behind %s is refused as a source', async (_, write) => {
    const { status, body } = await capture(write(`127.0.0.1:${ports.http}`));
    expect([400, 422]).toContain(status);
    expect(body['code']).toMatch(/^(?:URL_BLOCKED|REQUEST_INVALID)$/);
    expect(visits()).toEqual([]);
  });

  it.each([301, 302, 303, 307, 308])('is not reached by a redirect with %i', async (status) => {
    for (const host of ['127.0.0.1', '[::1]', 'localhost.', '0x7f.1', 'user@127.0.0.1']) {
      site.serve({ '/away': { status, headers: { location: `http://${host}:${ports.http}/` } } });
      const { body } = await capture(`${site.url}/away`);
      // Some systems know no `localhost.`
      expect([host, body['code']]).toEqual([host, expect.stringMatching(/^URL_(?:BLOCKED|UNREACHABLE)$/)]);
    }
    expect(visits()).toEqual([]);
  });

  it('is not reached by a redirect to another scheme', async () => {
    for (const location of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:text/html,x', 'javascript:1']) {
      site.serve({ '/away': { status: 302, headers: { location } } });
      expect((await capture(`${site.url}/away`)).body['code']).toBe('URL_BLOCKED');
    }
  });
});

describe('a hostile page', () => {
  it('reaches nothing by any way out, and each attempt is in its bundle', { timeout: 90_000 }, async () => {
    const { status, body } = await capture(`${site.url}/`, {
      include: ['screenshot', 'pdf'],
      wait_ms: 3_000,
    });
    expect(status).toBe(200);
    const { denied, requests, schema } = await exchangesOf(service, body['bundle_id']);
    expect(schema).toBe('affiant-exchanges/v1');
    const wanted = [
      ...ATTEMPTS.filter((path) => !NEVER_ASKED.has(path)).map((path) => `${out}/${path}`),
      ...[ports.tls, ports.webSocket, ports.turn].map((port) => `https://127.0.0.1:${port}`),
    ];
    const urls = new Set(denied.map(({ url }) => url));
    expect(wanted.filter((url) => !urls.has(url))).toEqual([]);
    expect(denied.filter(({ reason }) => reason !== 'address')).toEqual([]);
    expect(denied.every(({ address }) => address === '127.0.0.1')).toBe(true);
    expect(requests.every(({ url }) => url.startsWith(site.url))).toBe(true);
    expect(visits()).toEqual([]);
    const manifest = await service.call<{ capture: { network: Json } }>(
      `/v1/extract/${body['bundle_id']}/manifest`,
    );
    expect(manifest.body.capture.network).toMatchObject({
      hosts_contacted: 1,
      requests_denied: denied.length,
    });
  });

  it.each(['/meta', '/script'])('that leaves for elsewhere by %s stays where it was', async (path) => {
    const { body } = await capture(`${site.url}${path}`);
    const { denied } = await exchangesOf(service, body['bundle_id']);
    expect(denied.map(({ url }) => url)).toContain(`${out}${path}`);
    expect(body['metadata']).toMatchObject({ final_url: `${site.url}${path}` });
    expect(visits()).toEqual([]);
  });

  it('reaches no address in any notation by its images', async () => {
    const images = PRIVATE_HOSTS.map((host, index) => `<img src="http://${host}:${ports.http}/${index}">`);
    site.serve({ '/notations': `<!doctype html><title>notations</title>${images.join('')}` });
    const { body } = await capture(`${site.url}/notations`);
    const { denied } = await exchangesOf(service, body['bundle_id']);
    const tried = new Set(denied.map(({ url }) => url.slice(url.lastIndexOf('/') + 1)));
    const missing = PRIVATE_HOSTS.filter((_, index) => !tried.has(String(index)));
    expect(missing).toEqual([]);
    expect(visits()).toEqual([]);
  });

  it('reaches nothing by user information, backslashes and other ports of the browser’s own', async () => {
    const sources = [
      `http://user:secret@127.0.0.1:${ports.http}/`,
      `http:\\\\127.0.0.1:${ports.http}\\`,
      `//127.0.0.1:${ports.http}/`,
      'http://127.0.0.1:22/',
      'http://127.0.0.1:6379/',
    ];
    const html = sources.map((source) => `<img src="${source}"><iframe src="${source}"></iframe>`).join('');
    site.serve({ '/tricks': `<!doctype html><title>tricks</title>${html}` });
    const { status, body } = await capture(`${site.url}/tricks`);
    expect(status).toBe(200);
    const { requests } = await exchangesOf(service, body['bundle_id']);
    expect(requests.map(({ url }) => url)).toEqual([`${site.url}/tricks`]);
    expect(visits()).toEqual([]);
  });
});

describe('a PDF that acts', () => {
  it('sends nothing, from an address, as an upload and inside a page', async () => {
    const pdf = buildActivePdf(`${out}/pdf`);
    const headers = { 'content-type': 'application/pdf' };
    site.serve({
      '/active.pdf': { headers, body: pdf },
      '/frame':
        '<!doctype html><title>frame</title><p>text</p><embed src="/active.pdf"><iframe src="/active.pdf">',
    });
    for (const path of ['/active.pdf', '/frame']) {
      const { status } = await capture(`${site.url}${path}`, { wait_ms: 500 });
      expect([path, status]).toEqual([path, 200]);
    }
    const body = Buffer.from(pdf);
    const uploaded = await service.call('/v1/extract?sync=true', { method: 'POST', body, headers });
    expect(uploaded.status).toBe(200);
    expect(visits()).toEqual([]);
  });
});

it('an upload that is shown reaches nothing at all', async () => {
  const html = `<!doctype html><title>x</title><p>text<img src="${site.url}/seen"><img src="${out}/">`;
  const file = { base64: Buffer.from(html).toString('base64'), filename: 'a.html' };
  const { status } = await service.call('/v1/extract?sync=true', { json: { file, include: ['screenshot'] } });
  expect(status).toBe(200);
  expect([site.count('/seen'), visits()]).toEqual([0, []]);
});

it('the service is alive and quiet after all of it', async () => {
  site.serve({ '/after': '<!doctype html><title>after</title><p>words' });
  const { body } = await capture(`${site.url}/after`);
  expect(body['metadata']).toMatchObject({ outcome: 'ok' });
  expect(service.process.log()).not.toContain('background fault');
});
