import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Json, KEY, startTestService, type TestService } from '../support/api.ts';
import { fuzzOpenapi } from '../support/fuzz-openapi.ts';

let service: TestService;

beforeAll(async () => {
  // No network: a fuzzed `source` must not reach anything, and most are refused before any look-up.
  service = await startTestService({ AFFIANT_ALLOW_NETWORKS: '' });
});
afterAll(() => service.close());

it('the service keeps every promise of /openapi.json under 500 requests', { timeout: 240_000 }, async () => {
  const { body: bundle } = await service.call<Json>('/v1/extract?sync=true', {
    json: { file: { base64: Buffer.from('A fuzzed document.').toString('base64'), filename: 'a.txt' } },
  });
  const report = await fuzzOpenapi({
    baseUrl: service.baseUrl,
    headers: { 'x-api-key': KEY },
    requests: 500,
    seed: 20261120,
    known: { id: bundle['bundle_id'], sync: false, source: 'http://127.0.0.1:9/' },
  });
  expect(report.faults).toEqual([]);
  expect(report.requests).toBeGreaterThanOrEqual(500);
  expect(Object.keys(report.tally).filter((key) => / 20\d$/.test(key)).length).toBeGreaterThanOrEqual(7);
});

it('nothing failed in the log beside the calls', () => {
  expect(service.process.log()).not.toMatch(/"outcome":"INTERNAL"|background fault|fault of a face/);
});
