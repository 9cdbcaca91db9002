import { expect, it } from 'vitest';
import { createCapabilityId, createId, idPattern } from '../../src/core/id.ts';

const at = (ms: number) => ({ now: () => new Date(ms) });

it('an id is its prefix and a ULID whose first ten characters are the time', () => {
  // The ULID specification’s own example of a timestamp.
  expect(createId('ev', at(1_469_918_176_385))).toMatch(/^ev_01ARYZ6S41[0-9A-HJKMNP-TV-Z]{16}$/);
});

it('ids of a later millisecond sort later', () => {
  expect(createId('job', at(1000)) < createId('job', at(1001))).toBe(true);
});

it('every id has the form of its prefix and no other', () => {
  expect(createId('ev')).toMatch(idPattern('ev'));
  expect(createCapabilityId('rcpt')).toMatch(idPattern('rcpt'));
  expect(createId('ev')).not.toMatch(idPattern('job'));
  expect(`ev_${'I'.repeat(26)}`).not.toMatch(idPattern('ev'));
  expect(`${createId('ev')}\n`).not.toMatch(idPattern('ev'));
});

it('a thousand ids are a thousand', () => {
  expect(new Set(Array.from({ length: 1000 }, () => createId('ev'))).size).toBe(1000);
});
