import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { artifactText, startCapturer, type TestCapturer } from '../../support/captures.ts';
import { type Forbidden, startForbidden } from '../../support/forbidden.ts';
import { type Site, startSite } from '../../support/site.ts';

/** The site is the only allowed place; its port on the next address is somebody else's. */
const SITE = '127.0.0.1';
const NEIGHBOUR = '127.0.0.2';

let site: Site;
let neighbour: Forbidden;
let capturer: TestCapturer;
/** What the name resolves to, one answer after the other; the last one stays. */
let answers: string[][];
let lookups = 0;

beforeAll(async () => {
  site = await startSite();
  neighbour = await startForbidden(NEIGHBOUR, site.port);
  capturer = await startCapturer({
    networks: [{ cidr: `${SITE}/32`, port: site.port }],
    lookupAll: async () => answers[Math.min(lookups++, answers.length - 1)] ?? [],
  });
  site.serve({
    '/': '<!doctype html><title>Rebinding</title><link rel="icon" href="data:,"><p>words<img src="/again">',
    '/to-itself': { status: 302, headers: { location: '/' } },
  });
});
beforeEach(() => {
  lookups = 0;
});
afterAll(async () => {
  await capturer.close();
  await Promise.all([site.close(), neighbour.close()]);
});

const url = (path: string) => `http://rebind.example:${site.port}${path}`;

describe('a name that changes its address', () => {
  it('between the page and what the page loads is denied, and nobody is reached', async () => {
    answers = [[SITE], [NEIGHBOUR]];
    const capture = await capturer.visit(url('/'));
    expect(JSON.parse(artifactText(capture, 'exchanges')).denied).toEqual([
      { url: url('/again'), host: 'rebind.example', address: NEIGHBOUR, reason: 'address' },
    ]);
    expect(capture.markdown).toContain('words');
    expect(neighbour.visits).toEqual([]);
  });

  it('between two hops is refused', async () => {
    answers = [[SITE], [NEIGHBOUR]];
    await expect(capturer.visit(url('/to-itself'))).rejects.toMatchObject({ code: 'URL_BLOCKED' });
    expect(neighbour.visits).toEqual([]);
  });

  it.each([[[SITE, NEIGHBOUR]], [[NEIGHBOUR, SITE]]])(
    'and has both at once (%s) is refused',
    async (both) => {
      answers = [both];
      await expect(capturer.visit(url('/'))).rejects.toMatchObject({ code: 'URL_BLOCKED' });
      expect(neighbour.visits).toEqual([]);
    },
  );

  it('is asked for once a request: what was judged is what is connected to', async () => {
    answers = [[SITE]];
    await capturer.visit(url('/'));
    expect(lookups).toBe(2);
    expect(site.requests.at(-1)?.headers.host).toBe(`rebind.example:${site.port}`);
  });
});
