import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_RETRIES, nextPause } from '../../../src/domain/webhook/retry-schedule.ts';

const all = (chance: number): (number | null)[] =>
  Array.from({ length: MAX_RETRIES + 1 }, (_, made) => nextPause(MAX_RETRIES - made, chance));

it('pauses as Standard Webhooks suggests', () => {
  const minutes = [5, 30, 120, 300, 600, 840, 1200, 1440].map((count) => count * 60_000);
  expect(all(0)).toEqual([5_000, ...minutes, null]);
});

it('adds at most a tenth by chance', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 0.999_999, noNaN: true }), (chance) => {
      all(chance).forEach((pause, made) => {
        const least = all(0)[made] ?? null;
        if (least === null) expect(pause).toBeNull();
        else expect(pause! / least).toBeGreaterThanOrEqual(1);
        if (least !== null) expect(pause! / least).toBeLessThanOrEqual(1.1);
      });
    }),
  );
});
