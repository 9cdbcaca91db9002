import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertCron } from '../../../src/domain/monitor/cron.ts';
import type { Schedule } from '../../../src/domain/monitor/monitor.ts';
import { agreedPauseMs, nextCheckAt } from '../../../src/domain/monitor/schedule.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const MINUTE = 60_000;
const calm = { last: NOW, now: NOW, faults: 0, chance: 0 };
const cron = (expression: string, timezone = 'UTC'): Schedule => ({ kind: 'cron', expression, timezone });

describe('an interval', () => {
  it('is never shortened, nor lengthened by more than a tenth', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 44_640 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (minutes, chance) => {
          const next = nextCheckAt({ kind: 'interval', minutes }, { ...calm, chance });
          const pause = (next.getTime() - NOW.getTime()) / MINUTE;
          expect(pause).toBeGreaterThanOrEqual(minutes);
          expect(pause).toBeLessThanOrEqual(minutes * 1.1);
        },
      ),
    );
  });

  it('counts from the beginning of a check; what a long one missed is skipped', () => {
    const schedule = { kind: 'interval', minutes: 5 } as const;
    const late = { ...calm, last: new Date(NOW.getTime() - 17 * MINUTE) };
    expect(nextCheckAt(schedule, late)).toEqual(NOW);
  });

  it.each([
    [0, 60],
    [2, 60],
    [3, 120],
    [4, 240],
    [5, 480],
    [9, 480],
  ])('after %i faults in a row is one of %i minutes', (faults, minutes) => {
    const next = nextCheckAt({ kind: 'interval', minutes: 60 }, { ...calm, faults });
    expect(next.getTime() - NOW.getTime()).toBe(minutes * MINUTE);
  });

  it('grows to a day at most, unless it is longer', () => {
    for (const [minutes, slow] of [
      [600, 1440],
      [2880, 2880],
    ] as const)
      expect(nextCheckAt({ kind: 'interval', minutes }, { ...calm, faults: 9 }).getTime()).toBe(
        NOW.getTime() + slow * MINUTE,
      );
  });
});

describe('a cron schedule', () => {
  it('is read in its time zone, over the change of the clocks', () => {
    const nine = cron('0 9 * * *', 'Europe/Berlin');
    const before = new Date('2026-03-28T09:00:00.000Z');
    expect(nextCheckAt(nine, { ...calm, now: before }).toISOString()).toBe('2026-03-29T07:00:00.000Z');
    expect(nextCheckAt(cron('0 9 * * *'), { ...calm, now: before }).toISOString()).toBe(
      '2026-03-29T09:00:00.000Z',
    );
  });

  it('is kept to the minute', () => {
    const next = nextCheckAt(cron('0 9 * * 1-5'), { ...calm, chance: 0.999 });
    expect(next.getTime()).toBeGreaterThanOrEqual(Date.parse('2026-03-02T09:00:00.000Z'));
    expect(next.getTime()).toBeLessThan(Date.parse('2026-03-02T09:01:00.000Z'));
  });

  it('leaves runs out after faults', () => {
    const next = nextCheckAt(cron('0 * * * *'), { ...calm, faults: 4 });
    expect(next.toISOString()).toBe('2026-03-01T16:00:00.000Z');
  });

  it.each(['*/5 * * * *', '2-57/5 * * * *', '0 9 * * 1-5', '30 4 1,15 * *', '0 0 29 2 *'])(
    'takes %s',
    (expression) => {
      expect(() => assertCron(expression, 'Europe/Berlin', NOW)).not.toThrow();
    },
  );

  it.each([
    ['* * * * *', /5 minutes/],
    ['*/4 * * * *', /5 minutes/],
    ['0,3 9 * * 1', /5 minutes/],
    // Only across midnight, only at the end of some months.
    ['0,59 0,23 1,31 * *', /5 minutes/],
    ['0 0 30 2 *', /never comes/],
    ['@hourly', /5 fields/],
    ['0 * * * * *', /5 fields/],
    ['2026-12-01T00:00:00', /5 fields/],
    ['61 * * * *', /5 fields/],
    ['', /5 fields/],
  ])('refuses %s', (expression, message) => {
    expect(() => assertCron(expression, 'UTC', NOW)).toThrow(message);
  });

  it('refuses a time zone that nobody knows', () => {
    expect(() => assertCron('0 9 * * *', 'Moon/Base', NOW)).toThrow(/timezone/);
  });
});

it('a pause counts as agreed up to half an interval more; a weekend is one where cron rests', () => {
  expect(agreedPauseMs({ kind: 'interval', minutes: 60 }, NOW)).toBe(90 * MINUTE);
  const friday = new Date('2026-03-06T09:00:00.000Z');
  expect(agreedPauseMs(cron('0 9 * * 1-5'), friday)).toBe(3 * 1440 * MINUTE * 1.5);
  const monday = new Date('2026-03-09T09:00:00.000Z');
  expect(agreedPauseMs(cron('0 9 * * 1-5'), monday)).toBe(1440 * MINUTE * 1.5);
});
