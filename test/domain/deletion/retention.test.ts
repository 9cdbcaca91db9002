import { expect, it } from 'vitest';
import { MAX_RETENTION_DAYS, retentionEnd } from '../../../src/domain/deletion/retention.ts';

const created = new Date('2026-02-28T12:00:00.000Z');

it('ends whole days after the bundle was created', () => {
  expect(retentionEnd(created, 1)?.toISOString()).toBe('2026-03-01T12:00:00.000Z');
  expect(retentionEnd(created, MAX_RETENTION_DAYS)?.getUTCFullYear()).toBe(2126);
});

it('never ends when none was asked for', () => {
  expect(retentionEnd(created, null)).toBeNull();
});
