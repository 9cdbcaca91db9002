import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EvidenceError } from '../../../src/core/error.ts';
import { batchProgress, checkItem, endOfBatch } from '../../../src/domain/job/batch.ts';
import { isEnded, JOB_STATUSES } from '../../../src/domain/job/job.ts';

const items = fc.array(
  fc.record({
    status: fc.constantFrom(...JOB_STATUSES),
    progressPct: fc.integer({ min: 0, max: 100 }),
    errorCode: fc.constant(null),
    error: fc.constant(null),
  }),
  { minLength: 1, maxLength: 10 },
);

describe('the end of a batch', () => {
  it('comes with the last item: complete if one succeeded, else failed', () => {
    fc.assert(
      fc.property(items, (batch) => {
        const statuses = batch.map(({ status }) => status);
        const expected = statuses.includes('complete') ? 'complete' : 'failed';
        expect(endOfBatch(batch)?.status ?? null).toBe(statuses.every(isEnded) ? expected : null);
      }),
    );
  });

  it('names the failure of the first item', () => {
    const failed = { status: 'failed', errorCode: 'URL_BLOCKED', error: 'Not allowed.' } as const;
    const other = { status: 'failed', errorCode: 'INTERNAL', error: 'Unexpected error.' } as const;
    expect(endOfBatch([failed, other])).toEqual({
      status: 'failed',
      errorCode: 'URL_BLOCKED',
      error: 'No item succeeded. The first one: Not allowed.',
    });
  });
});

describe('the progress of a batch', () => {
  it('is a percentage that no step of an item lowers', () => {
    fc.assert(
      fc.property(items, fc.nat(9), (batch, place) => {
        const { progressPct } = batchProgress(batch);
        expect(progressPct).toBeGreaterThanOrEqual(0);
        expect(progressPct).toBeLessThanOrEqual(100);
        const failed = batch.map((item, index) =>
          index === place % batch.length ? { ...item, status: 'failed' as const } : item,
        );
        expect(batchProgress(failed).progressPct).toBeGreaterThanOrEqual(progressPct);
      }),
    );
  });

  it('counts the items that ended', () => {
    const done = { status: 'complete', progressPct: 100 } as const;
    const waiting = { status: 'queued', progressPct: 0 } as const;
    const half = { progressPct: 50, progressMessage: '1 of 2 items ended' };
    expect(batchProgress([done, waiting])).toEqual(half);
    expect(batchProgress([done, done])).toEqual({ progressPct: 100, progressMessage: null });
  });
});

describe('a check of an item', () => {
  const refusal = (code: EvidenceError['code']) =>
    checkItem(3, () => {
      throw new EvidenceError(code, 'source: is wrong', { hint: 'Mend it.', details: { limit: 1 } });
    });

  it('answers what the check does', async () => {
    expect(await checkItem(0, () => 'request')).toBe('request');
  });

  it.each([
    ['SOURCE_MISSING', 'SOURCE_MISSING'],
    ['URL_BLOCKED', 'REQUEST_INVALID'],
    ['PAYLOAD_TOO_LARGE', 'REQUEST_INVALID'],
  ] as const)('refuses %s with status 400 and the index', async (code, expected) => {
    await expect(refusal(code)).rejects.toMatchObject({
      code: expected,
      status: 400,
      message: 'items.3: source: is wrong',
      hint: 'Mend it.',
      details: { limit: 1, index: 3, item_code: code },
    });
  });

  it('does not blame the caller for a fault of ours', async () => {
    await expect(refusal('DATABASE_UNAVAILABLE')).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  });
});
