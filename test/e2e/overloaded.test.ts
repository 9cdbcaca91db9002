import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, startTestService, type TestService } from '../support/api.ts';
import { serveHanging } from '../support/hanging-page.ts';
import { type Site, startSite } from '../support/site.ts';

/** One page is shown, 64 wait. */
const CALLS = 70;

let site: Site;
let service: TestService;
beforeAll(async () => {
  site = await startSite({ '/': '<title>Slow</title><p>text</p><img src="/never.png">' });
  serveHanging(site, '/never.png');
  service = await startTestService({ AFFIANT_CAPTURE_CONCURRENCY: '1' });
});
afterAll(async () => {
  await service.close();
  await site.close();
});

it('captures beyond the queue of the browser are told when to come again, and nobody pays for them', async () => {
  const leaving = new AbortController();
  const call = () =>
    service.call('/v1/extract?store=false', { json: { source: site.url }, signal: leaving.signal });
  const refused = await new Promise<Answer>((resolve, reject) => {
    for (let count = 0; count < CALLS; count++)
      call().then(
        (answer) => {
          if (answer.status !== 200) resolve(answer);
        },
        (error) => {
          if (!leaving.signal.aborted) reject(error);
        },
      );
  });
  leaving.abort();
  expect(refused).toMatchObject({ status: 503, body: { code: 'OVERLOADED', charged: false } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  site.serve({ '/never.png': { body: '' } });
  const after = async () =>
    (await service.call('/v1/extract?store=false', { json: { source: site.url } })).status;
  await expect.poll(after, { timeout: 60_000 }).toBe(200);
  const { body } = await service.call('/v1/quota');
  expect(body).toMatchObject({ credits_used: 10 });
}, 90_000);
