import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MainDocument, PageSnapshot, RenderOptions } from '../../../src/domain/capture/port.ts';
import { decodePng } from '../../support/png.ts';
import {
  htmlDocument,
  idleContext,
  PLAIN_RENDER,
  startRenderer,
  type TestRenderer,
} from '../../support/renderer.ts';
import { type Site, startSite } from '../../support/site.ts';

let site: Site;
let test: TestRenderer;
let render: (main: MainDocument | string, options?: Partial<RenderOptions>) => Promise<PageSnapshot>;

beforeAll(async () => {
  site = await startSite();
  test = await startRenderer();
  render = (main, options = {}) =>
    test.renderer.render(
      typeof main === 'string' ? htmlDocument(`${site.url}/page`, main) : main,
      { ...PLAIN_RENDER, ...options },
      idleContext(),
    );
});
afterAll(async () => {
  await test.close();
  await site.close();
});

const codes = (page: PageSnapshot) => page.signals.map(({ code }) => code);

describe('the main document', () => {
  it('is shown from the bytes given, and the site is not asked for it', async () => {
    const page = await render('<title>Given</title><p>These very bytes');
    expect(page.title).toBe('Given');
    expect(page.html).toContain('These very bytes');
    expect(site.count('/page')).toBe(0);
  });

  it('keeps the cookies of every hop and the address of the last', async () => {
    site.serve({ '/pixel': '' });
    const page = await render(
      htmlDocument(`${site.url}/third`, '<img src=/pixel><script>document.title = document.cookie</script>', {
        headers: [
          ['content-type', 'text/html'],
          ['set-cookie', 'last=3; Path=/'],
        ],
        redirects: [
          {
            url: `${site.url}/first`,
            status: 301,
            headers: [
              ['location', '/second'],
              ['set-cookie', 'one=1; Path=/'],
            ],
          },
          {
            url: `${site.url}/second`,
            status: 302,
            headers: [
              ['location', `${site.url}/third`],
              ['set-cookie', 'two=2; Path=/; HttpOnly'],
            ],
          },
        ],
      }),
    );
    expect(page.finalUrl).toBe(`${site.url}/third`);
    expect(page.title).toBe('one=1; last=3');
    expect(site.requests.find(({ path }) => path === '/pixel')?.headers.cookie).toBe('one=1; two=2; last=3');
    expect(codes(page)).not.toContain('client_redirect');
  });

  it('obeys its content security policy', async () => {
    const page = await render(
      htmlDocument(`${site.url}/csp`, '<title>before</title><script>document.title = "after"</script>', {
        headers: [
          ['content-type', 'text/html'],
          ['content-security-policy', "script-src 'none'"],
        ],
      }),
    );
    expect(page.title).toBe('before');
  });

  it.each([
    ['a header', 'text/html; charset=windows-1252', ''],
    ['a meta element', 'text/html', '<meta charset=windows-1252>'],
    ['nobody', 'text/html', ''],
  ])('is decoded as windows-1252 when %s says so', async (_, contentType, meta) => {
    const body = Buffer.from(`${meta}<p>Caf\xe9 \x80 5`, 'latin1');
    const page = await render({
      ...htmlDocument(`${site.url}/cp1252`, ''),
      headers: [['content-type', contentType]],
      body,
    });
    expect(page.readableHtml).toContain('Café € 5');
  });

  it('is shown though it was labelled as compressed, as a download or as nothing', async () => {
    const headers = [
      ['content-type', 'text/html'],
      ['content-encoding', 'gzip'],
      ['content-length', '3'],
      ['content-disposition', 'attachment'],
    ] as const;
    expect(
      (await render({ ...htmlDocument(`${site.url}/a`, '<p>shown'), headers, status: 204 })).html,
    ).toContain('shown');
  });

  it('is shown whole when it is an answer of failure', async () => {
    const headers = [
      ['www-authenticate', 'Basic realm="x"'],
      ['content-type', 'text/html'],
    ] as const;
    expect(
      (await render({ ...htmlDocument(`${site.url}/a`, '<p>denied'), headers, status: 401 })).html,
    ).toContain('denied');
  });
});

describe('settling', () => {
  it('waits for what scripts load and write', async () => {
    site.serve({ '/late': (_, response) => void setTimeout(() => response.end('late text'), 400) });
    const page = await render(
      '<p id=a>early<script>fetch("/late").then(r => r.text()).then(t => a.textContent = t)</script>',
    );
    expect(page.html).toContain('late text');
  });

  it('follows a redirect by script and says so', async () => {
    site.serve({ '/elsewhere': '<title>Elsewhere</title>' });
    const page = await render('<script>location.href = "/elsewhere"</script>');
    expect(page).toMatchObject({ finalUrl: `${site.url}/elsewhere`, title: 'Elsewhere' });
    expect(codes(page)).toContain('client_redirect');
  });

  it('follows a meta refresh', async () => {
    site.serve({ '/refreshed': '<title>Refreshed</title>' });
    const page = await render('<meta http-equiv=refresh content="1; url=/refreshed"><p>wait');
    expect(page.title).toBe('Refreshed');
  });

  it('keeps the address asked for when a redirect by script leads nowhere', async () => {
    const page = await render('<script>location.href = "http://10.0.0.1/"</script>');
    expect(page.finalUrl).toBe(`${site.url}/page`);
    expect(codes(page)).toContain('navigation_failed');
    expect(page.denials.map(({ reason }) => reason)).toContain('address');
  });

  it('gives up on a page that never rests, and says so', { timeout: 40_000 }, async () => {
    const started = performance.now();
    const page = await render('<p id=a>0<script>setInterval(() => a.textContent++, 20)</script>');
    expect(codes(page)).toContain('not_settled');
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('does not wait for a stream', async () => {
    site.serve({
      '/stream': (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hi\n\n'),
    });
    const started = performance.now();
    await render('<p>text<script>new EventSource("/stream")</script>');
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('waits for a selector', async () => {
    const script =
      'setTimeout(() => document.body.insertAdjacentHTML("beforeend", "<b id=late>now</b>"), 900)';
    const page = await render(`<p>text<script>${script}</script>`, { waitForSelector: '#late' });
    expect(page.html).toContain('<b id="late">');
  });

  it('refuses what is no selector', async () => {
    await expect(render('<p>', { waitForSelector: '#(' })).rejects.toMatchObject({
      code: 'SELECTOR_NOT_FOUND',
    });
  });

  it('waits as long as it was told to', async () => {
    const page = await render('<title>0</title><script>setTimeout(() => document.title = 1, 1000)</script>', {
      waitMs: 1_200,
    });
    expect(page.title).toBe('1');
  });
});

describe('pictures of the page', () => {
  const stripes =
    '<div style="height:4000px;background:#00f"></div><div style="height:5000px;background:#0f0"></div>';
  const tall = `<body style="margin:0"><header style="position:sticky;top:0;height:50px;background:#f00"></header>${stripes}`;

  it('cuts a page of 9,050 px into two tiles, its sticky header in the first only', async () => {
    const page = await render(`<!doctype html>${tall}`, { screenshot: true });
    const [first, second] = page.screenshots.map(decodePng);
    expect(page.page).toMatchObject({ heightPx: 9_050, tiles: 2, truncated: false });
    expect([first?.height, second?.height, second?.width]).toEqual([8_000, 1_050, 1_280]);
    expect(first?.at(640, 25)).toEqual([255, 0, 0]);
    expect(first?.at(640, 7_999)).toEqual([0, 255, 0]);
    expect(second?.at(640, 0)).toEqual([0, 255, 0]);
    expect(second?.at(640, 1_049)).toEqual([0, 255, 0]);
  });

  it('cuts a page off at 40,000 px and says so', async () => {
    const page = await render('<!doctype html><body style="margin:0"><div style="height:41000px">', {
      screenshot: true,
    });
    expect(page.page).toMatchObject({ heightPx: 41_000, tiles: 5, truncated: true });
    expect(codes(page)).toContain('page_truncated');
  });

  it('makes a PDF and an MHTML', async () => {
    const page = await render('<p>printed', { pdf: true, mhtml: true });
    expect(Buffer.from(page.pdf ?? []).toString('latin1', 0, 5)).toBe('%PDF-');
    expect(Buffer.from(page.mhtml ?? []).toString('latin1')).toContain('multipart/related');
  });
});

describe('content that waits for its reader', () => {
  it('loads lazy images by scrolling, and comes back', async () => {
    site.serve({
      '/lazy.svg': {
        headers: { 'content-type': 'image/svg+xml' },
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      },
    });
    const page = await render(
      '<!doctype html><div style="height:6000px"></div><img loading=lazy src=/lazy.svg>',
      { screenshot: true },
    );
    expect(site.count('/lazy.svg')).toBe(1);
    expect(page.page.lazyPending).toBe(0);
  });

  it('stops a page without end, and says so', { timeout: 30_000 }, async () => {
    const script = `addEventListener('scroll', () => { if (innerHeight + scrollY > document.body.scrollHeight - 100)
      document.body.insertAdjacentHTML('beforeend', '<div style="height:2000px">more</div>') })`;
    const page = await render(
      `<!doctype html><div style="height:2000px">top</div><script>${script}</script>`,
    );
    expect(codes(page).some((code) => ['endless_scroll', 'page_truncated'].includes(code))).toBe(true);
  });
});

describe('isolation', () => {
  it('registers no service worker, opens no window and grants nothing', async () => {
    site.serve({ '/sw.js': { headers: { 'content-type': 'text/javascript' }, body: '' }, '/popup': 'popup' });
    const script = `
      navigator.serviceWorker.register('/sw.js').catch(() => {});
      open('/popup');
      navigator.geolocation.getCurrentPosition(() => { document.title = 'found' }, () => { document.title = 'refused' });`;
    const page = await render(`<title>x</title><script>${script}</script>`, { waitMs: 300 });
    expect(page.title).toBe('refused');
    expect(codes(page)).toContain('popup_closed');
    expect(site.count('/sw.js')).toBe(0);
  });

  it('starts without the cookies of the page before', async () => {
    await render('<script>document.cookie = "kept=1"</script>');
    expect((await render('<script>document.title = document.cookie</script>')).title).toBe('');
  });

  it('loads nothing when it is offline, and records what was tried', async () => {
    const page = await render(
      htmlDocument('http://upload.invalid/', `<p>text<img src="http://example.invalid/a.png">`),
      { offline: true },
    );
    expect(page.hosts).toEqual([]);
    expect(page.denials.map(({ host }) => host)).toContain('example.invalid');
  });

  it('is not fooled by a page that replaces built-in functions', async () => {
    const page = await render(
      '<p>real<script>Element.prototype.checkVisibility = getComputedStyle = () => { throw 1 }; Array.from = null</script>',
    );
    expect(page.readableHtml).toContain('<p>real');
  });
});

describe('source headers', () => {
  it('reach the origin of the source only, hop by hop', async () => {
    const other = await startSite({ '/direct': '', '/from-source': '' });
    site.serve({ '/own': '', '/away': { status: 302, headers: { location: `${other.url}/from-source` } } });
    const html = `<img src=/own><img src=/away><img src="${other.url}/direct"><script>fetch("${other.url}/direct", {mode: 'no-cors'})</script>`;
    const page = await render(html, { scopedHeaders: { 'X-Secret': 'planted' } });
    const carried = (from: Site) =>
      from.requests.filter(({ headers }) => headers['x-secret'] === 'planted').map(({ path }) => path);
    expect(carried(site)).toEqual(expect.arrayContaining(['/own', '/away']));
    expect(other.count('/from-source')).toBe(1);
    expect(carried(other)).toEqual([]);
    expect(page.sourceHeaderRequests).toBeGreaterThanOrEqual(2);
    await other.close();
  });
});

describe('the record of requests', () => {
  it('lists what the page asked for, with addresses and denials, without the main document', async () => {
    site.serve({ '/style.css': { headers: { 'content-type': 'text/css' }, body: 'p { color: red }' } });
    const page = await render(
      '<link rel=stylesheet href=/style.css><img src=/missing.png><img src="http://10.0.0.1/">',
    );
    expect(page.exchanges).toContainEqual({
      url: `${site.url}/style.css`,
      method: 'GET',
      status: 200,
      address: '127.0.0.1',
      bytes: expect.any(Number),
      mediaType: 'text/css',
    });
    expect(page.exchanges.map(({ url, status }) => [url, status])).toContainEqual([
      `${site.url}/missing.png`,
      404,
    ]);
    expect(page.exchanges).toHaveLength(2);
    expect(page.denials).toContainEqual(expect.objectContaining({ host: '10.0.0.1', reason: 'address' }));
    expect(page.hosts).toEqual([`127.0.0.1:${site.port}`]);
  });
});

describe('traits of the page', () => {
  it('counts password fields, bot checks and consent banners', async () => {
    const banner = '<div id=cookie-banner>We use cookies <button>Accept</button></div>';
    const page = await render(`<input type=password><div class=g-recaptcha>robot?</div>${banner}`);
    expect(codes(page)).toEqual(
      expect.arrayContaining(['password_field', 'challenge_widget', 'consent_banner']),
    );
  });
});
