import { EvidenceError } from '../../core/error.ts';
import { isEnded, type JobItem } from './job.ts';

/** Most items of a batch: it is one call with one price. */
export const MAX_BATCH_ITEMS = 10;

type Outcome = Pick<JobItem, 'status' | 'errorCode' | 'error'>;

/** How a batch ended by itself: complete when at least one item succeeded (design.md 4.13). */
export type BatchEnd =
  | { readonly status: 'complete' }
  | { readonly status: 'failed'; readonly errorCode: string; readonly error: string };

/**
 * The end of a batch, told from its items.
 *
 * @param items in their order.
 * @returns null while one of them has not ended.
 */
export function endOfBatch(items: readonly Outcome[]): BatchEnd | null {
  if (!items.every(({ status }) => isEnded(status))) return null;
  if (items.some(({ status }) => status === 'complete')) return { status: 'complete' };
  const [first] = items;
  return {
    status: 'failed',
    errorCode: first?.errorCode ?? 'INTERNAL',
    error: `No item succeeded. The first one: ${first?.error ?? 'it failed.'}`,
  };
}

/**
 * Progress of a batch: the mean of its items in percent, where those that failed count whole.
 *
 * @param items at least one.
 */
export function batchProgress(items: readonly Pick<JobItem, 'status' | 'progressPct'>[]): {
  readonly progressPct: number;
  readonly progressMessage: string | null;
} {
  const sum = items.reduce((total, item) => total + (item.status === 'failed' ? 100 : item.progressPct), 0);
  const ended = items.filter(({ status }) => isEnded(status)).length;
  return {
    progressPct: Math.floor(sum / items.length),
    progressMessage: ended === items.length ? null : `${ended} of ${items.length} items ended`,
  };
}

/**
 * Check an item of a batch. One bad item refuses the whole call with 400, and the answer names its index.
 *
 * @throws EvidenceError with a code of status 400, `index` and the item's own code (`item_code`) in its details.
 */
export async function checkItem<T>(index: number, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof EvidenceError) || error.status >= 500) throw error;
    const code = error.status === 400 ? error.code : 'REQUEST_INVALID';
    const details = { ...error.details, index, item_code: error.code };
    throw new EvidenceError(code, `items.${index}: ${error.message}`, { hint: error.hint, details });
  }
}
