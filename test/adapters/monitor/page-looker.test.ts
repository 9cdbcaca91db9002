import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EvidenceError } from '../../../src/core/error.ts';
import type { LookFilters } from '../../../src/domain/monitor/look.ts';
import { lookOptions, seenBy, startLooker } from '../../support/looker.ts';
import { buildPdf } from '../../support/pdf.ts';
import { type Site, startSite } from '../../support/site.ts';

let site: Site;
let parts: Awaited<ReturnType<typeof startLooker>>;

beforeAll(async () => {
  [site, parts] = [await startSite(), await startLooker()];
});
afterAll(async () => {
  await parts.close();
  await site.close();
});

const TEXT = '<p>The harbour office is open to all captains who bring their papers with them.</p>';
const NO_FILTERS: LookFilters = { includeSelector: null, ignoreSelectors: [], ignorePatterns: [] };

describe('a conditional look', () => {
  /** A page that answers 304 to its own validators. */
  const serveTagged = (path: string, etag: string) =>
    site.serve({
      [path]: (request, response) => {
        const isSame = request.headers['if-none-match'] === etag;
        response.writeHead(isSame ? 304 : 200, { 'content-type': 'text/html', etag }).end(isSame ? '' : TEXT);
      },
    });

  it('asks with what the last one was told, and hears that nothing changed', async () => {
    serveTagged('/tagged', '"v1"');
    const url = `${site.url}/tagged`;
    const { validators } = seenBy(await parts.look(url));
    expect(validators).toEqual({ url, etag: '"v1"', lastModified: null });
    expect(await parts.look(url, { conditional: validators })).toEqual({
      outcome: 'not-modified',
      httpStatus: 304,
    });
    serveTagged('/tagged', '"v2"');
    expect(seenBy(await parts.look(url, { conditional: validators })).validators?.etag).toBe('"v2"');
  });

  it('does not believe a 304 of another address', async () => {
    serveTagged('/one', '"v1"');
    serveTagged('/two', '"v1"');
    site.serve({ '/latest': { status: 302, headers: { location: '/one' } } });
    const { validators } = seenBy(await parts.look(`${site.url}/latest`));
    site.serve({ '/latest': { status: 302, headers: { location: '/two' } } });
    const look = seenBy(await parts.look(`${site.url}/latest`, { conditional: validators }));
    expect(look.validators?.url).toBe(`${site.url}/two`);
  });

  it('trusts a time of change only when it lies a second behind', async () => {
    const serve = (modified: Date) =>
      site.serve({ '/dated': { headers: { 'last-modified': modified.toUTCString() }, body: TEXT } });
    serve(new Date());
    expect(seenBy(await parts.look(`${site.url}/dated`)).validators).toBeNull();
    const old = new Date(Date.now() - 60_000);
    serve(old);
    const { validators } = seenBy(await parts.look(`${site.url}/dated`));
    expect(validators).toMatchObject({ etag: null, lastModified: old.toUTCString() });
    await parts.look(`${site.url}/dated`, { conditional: validators });
    expect(site.requests.at(-1)?.headers['if-modified-since']).toBe(old.toUTCString());
  });
});

describe('what is watched', () => {
  it('is text by lines, links and images without what names the visit', async () => {
    site.serve({
      '/parts': `<title> A  page </title><base href="/deep/"><h1>Head<span>ing</span></h1><p>One<br>two</p>
        <table><tr><th>Berth<td>14<tr><td>Water<td>2</table><pre>a\nb</pre>
        <a href="x?sid=1&b=2&a=1">x</a> <a href="x?a=1&b=2">x</a> <a href="javascript:y()">y</a>
        <img src="/p.png?_=7"><img data-src="lazy.png"><noscript>no</noscript><p hidden>hidden</p>`,
    });
    expect(seenBy(await parts.look(`${site.url}/parts`)).content).toEqual({
      title: 'A page',
      lines: ['Heading', 'One', 'two', 'Berth | 14', 'Water | 2', 'a', 'b', 'x x y'],
      links: [`${site.url}/deep/x?a=1&b=2`],
      images: [`${site.url}/p.png`, `${site.url}/deep/lazy.png`],
      truncated: false,
    });
  });

  it('is the text of record of other documents', async () => {
    site.serve({
      '/tariff.pdf': {
        headers: { 'content-type': 'application/pdf' },
        body: buildPdf({ pages: ['Berth 14.00', 'Water 2.00'], title: 'Tariff' }),
      },
    });
    const { content } = seenBy(await parts.look(`${site.url}/tariff.pdf`));
    expect(content).toMatchObject({ title: 'Tariff', lines: ['Berth 14.00', 'Water 2.00'] });
    const selected = await parts.look(`${site.url}/tariff.pdf`, { includeSelector: 'h1' });
    expect(selected).toMatchObject({ outcome: 'error', code: 'SELECTOR_NOT_FOUND' });
  });

  it('is not the page when that is called a banner', async () => {
    site.serve({
      '/named': `<body class="cookie-consent"><div class="ad-free"><h1>Ship's clock</h1><p>We sell cookies and clocks.</p></div>
        <div class=cookies><p>We use cookies.</p><button>Accept</button></div>`,
    });
    const { content } = seenBy(await parts.look(`${site.url}/named`));
    expect(content.lines).toEqual(["Ship's clock", 'We sell cookies and clocks.']);
  });

  it('has an end', async () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `<p>Line ${index}`).join('');
    site.serve({ '/long': lines, '/wide': `<p>${'word '.repeat(5_000)}` });
    const long = seenBy(await parts.look(`${site.url}/long`)).content;
    expect([long.lines.length, long.truncated]).toEqual([20_000, true]);
    const wide = seenBy(await parts.look(`${site.url}/wide`)).content;
    expect([wide.lines.length, wide.truncated]).toEqual([3, false]);
  });
});

describe('filters', () => {
  const look = (more: Partial<LookFilters>) => parts.look(`${site.url}/filtered`, more);

  it('choose and leave out', async () => {
    site.serve({
      '/filtered':
        '<title>T 5</title><div id=a><p>Stock: 5 left</p><p class=x>Out</p></div><div id=b>Other</div>',
    });
    expect(seenBy(await look({ includeSelector: '#a', ignoreSelectors: ['.x'] })).content.lines).toEqual([
      'Stock: 5 left',
    ]);
    const patterned = seenBy(await look({ ignorePatterns: ['\\d+( left)?', '^Other$', 'x*'] })).content;
    expect(patterned).toMatchObject({ title: 'T', lines: ['Stock:', 'Out'] });
  });

  it('end, whatever the pattern', async () => {
    site.serve({ '/filtered': `<p>${'a'.repeat(60)}!</p>` });
    const started = performance.now();
    const evil = await look({ ignorePatterns: ['(a+)+$', '(?:a|aa)+$'] });
    expect(evil).toMatchObject({ outcome: 'error', code: 'PATTERN_TOO_SLOW' });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await look({ ignorePatterns: ['a+!'] })).toMatchObject({ code: 'PAGE_EMPTY' });
  });

  it('are judged before they are used', async () => {
    const { signal } = new AbortController();
    const judge = (filters: Partial<LookFilters>) =>
      parts.looker.assertFilters({ ...NO_FILTERS, ...filters }, { signal });
    await judge({
      includeSelector: 'main > p:nth-child(2)',
      ignoreSelectors: ['.x, #y'],
      ignorePatterns: ['\\-\\d', '\\p{L}'],
    });
    await expect(judge({ includeSelector: 'p[' })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      details: { issues: [{ field: 'include_selector.0', problem: 'malformed' }] },
    });
    await expect(judge({ ignorePatterns: ['ok', '(', ''] })).rejects.toMatchObject({
      message: 'ignore_patterns.1: malformed; ignore_patterns.2: must not be empty.',
    });
    await expect(judge({ ignorePatterns: Array(51).fill('a') })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
    });
    await expect(judge({ ignoreSelectors: ['a'.repeat(501)] })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
    });
  });
});

describe('a look that fails', () => {
  it('answers with what is wrong with the page', async () => {
    site.serve({
      '/zip': {
        headers: { 'content-type': 'application/zip' },
        body: Buffer.from('PK\x03\x04\0\0\0\0', 'latin1'),
      },
    });
    expect(await parts.look(`${site.url}/zip`)).toMatchObject({
      outcome: 'error',
      httpStatus: 200,
      code: 'DOCUMENT_UNSUPPORTED',
    });
    expect(await parts.look('http://127.0.0.1:9/')).toMatchObject({ outcome: 'error', httpStatus: null });
    expect(await parts.look('http://10.0.0.1/')).toMatchObject({ outcome: 'error', code: 'URL_BLOCKED' });
    site.serve({ '/gone.png': { status: 404, headers: { 'content-type': 'image/png' }, body: 'x' } });
    expect(await parts.look(`${site.url}/gone.png`)).toMatchObject({ httpStatus: 404, code: 'PAGE_ERROR' });
    site.serve({ '/private': { status: 401, body: '<p>Who are you?' } });
    expect(await parts.look(`${site.url}/private`)).toMatchObject({
      outcome: 'blocked',
      code: 'LOGIN_REQUIRED',
    });
  });

  it('throws when the caller gives up', async () => {
    const signal = AbortSignal.abort(new EvidenceError('DEADLINE_EXCEEDED'));
    await expect(parts.looker.look(lookOptions(`${site.url}/full`), { signal })).rejects.toMatchObject({
      code: 'DEADLINE_EXCEEDED',
    });
  });
});
