import { expect, it } from 'vitest';
import type { CheckOutcome, MonitorCheck } from '../../../src/domain/monitor/check.ts';
import { describeContinuity } from '../../../src/domain/monitor-evidence/continuity.ts';
import { SETTINGS } from '../../support/monitors.ts';

const at = (minute: number) => new Date(Date.parse('2026-03-01T00:00:00.000Z') + minute * 60_000);

/** A history of checks at these minutes. */
const historyOf = (...checks: [number, CheckOutcome][]): MonitorCheck[] =>
  checks.map(([minute, outcome], index) => ({
    ...{ checkId: `chk_${index}`, monitorId: 'mon_1', seq: index + 1, at: at(minute), outcome },
    ...{ httpStatus: 200, contentSha256: outcome, bundle: null, previousBundleId: null, errorCode: null },
  }));

const describe = (...checks: [number, CheckOutcome][]) => describeContinuity(SETTINGS, historyOf(...checks));

it('of a page that was never seen says nothing', async () => {
  expect(await describe([0, 'blocked'], [60, 'error'])).toEqual({
    ...{ spans: [], gaps: [], summary: 'https://example.com/terms was not seen yet.' },
  });
});

it('counts what was seen from the first to the last check of a version', async () => {
  const { spans, gaps } = await describe(
    [0, 'baseline'],
    [60, 'unchanged'],
    [126, 'unchanged'],
    [190, 'changed'],
  );
  expect(spans).toMatchObject([
    { contentSha256: 'baseline', from: at(0), to: at(126), checks: 3 },
    { contentSha256: 'changed', from: at(190), to: at(190), checks: 1 },
  ]);
  expect(gaps).toEqual([]);
});

it('has a gap where a check did not see the page, where none was made, and where it goes on', async () => {
  const { gaps, spans } = await describe(
    [0, 'baseline'],
    ...([60, 120] as const).map((minute): [number, CheckOutcome] => [minute, 'blocked']),
    [180, 'unchanged'],
    [600, 'unchanged'],
    [660, 'error'],
  );
  expect(gaps).toEqual([
    { from: at(0), to: at(180), failedChecks: 2 },
    { from: at(180), to: at(600), failedChecks: 0 },
    { from: at(600), to: null, failedChecks: 1 },
  ]);
  expect(spans).toMatchObject([{ checks: 3, from: at(0), to: at(600) }]);
});
