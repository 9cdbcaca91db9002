import { expect, it } from 'vitest';
import { type EndpointHealth, judgeAttempt } from '../../../src/domain/webhook/judge-attempt.ts';

const HOUR = 3_600_000;
const start = Date.parse('2026-03-01T00:00:00Z');
const after = (hours: number) => new Date(start + hours * HOUR);
const fail = (hours: number, health: EndpointHealth, statusCode: number | null = 500) =>
  judgeAttempt(
    { attempt: { at: after(hours), statusCode, error: null, durationMs: 15_000 }, retriesLeft: 9, chance: 0 },
    health,
  );
const failing = (since: number, last: number): EndpointHealth => ({
  state: 'active',
  failingSince: after(since),
  lastFailedAt: after(last),
});

it.each([200, 204, 299])('counts %i as delivered, and the endpoint as well', (statusCode) => {
  expect(fail(100, failing(0, 99), statusCode)).toEqual({
    status: 'delivered',
    nextAttemptAt: null,
    endpoint: { state: 'active', failingSince: null, lastFailedAt: null },
  });
});

it.each([199, 300, 304, 307, 400, 404, 429, 500, null])('counts %s as a failure', (statusCode) => {
  const verdict = fail(0, failing(0, 0), statusCode);
  expect(verdict.status).toBe('pending');
  expect(verdict.nextAttemptAt, 'the pause begins with the end of the attempt').toEqual(
    new Date(start + 20_000),
  );
});

it('disables an endpoint that failed for 5 days in a row', () => {
  expect(fail(119, failing(0, 95))).toMatchObject({ status: 'pending', endpoint: { state: 'active' } });
  expect(fail(120, failing(0, 96))).toMatchObject({ status: 'abandoned', endpoint: { state: 'disabled' } });
});

it('counts the days anew when nothing was sent for long between two failures', () => {
  expect(fail(720, failing(0, 76))).toMatchObject({
    status: 'pending',
    endpoint: { state: 'active', failingSince: after(720) },
  });
});
