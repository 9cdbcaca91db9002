import { CompiledQuery } from 'kysely';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { EvidenceError } from '../../core/error.ts';
import type { RateLimiter } from '../../domain/account/port.ts';
import type { Database } from '../database/database.ts';
import { toDatabaseError } from '../database/database-error.ts';

const WINDOW_SECONDS = 60;
const SWEPT_AFTER_MS = 60_000;

/** A limiter that forgets windows which ended. */
export interface SweptRateLimiter extends RateLimiter {
  /** Remove what no window needs any more. */
  sweep(): Promise<void>;
}

/**
 * A window of 60 s from a caller's first call (design.md 4.13). Processes on one Postgres share their counts; the
 * embedded database belongs to one process, which counts in memory.
 *
 * @param callsPerMinute calls that pass in one window.
 */
export const createRateLimiter = (database: Database, callsPerMinute: number): SweptRateLimiter =>
  database.kind === 'postgres' ? sharedLimiter(database, callsPerMinute) : memoryLimiter(callsPerMinute);

function memoryLimiter(callsPerMinute: number): SweptRateLimiter {
  const limiter = new RateLimiterMemory({ points: callsPerMinute, duration: WINDOW_SECONDS });
  return { consume: (caller) => consume(limiter, caller), sweep: async () => {} };
}

function sharedLimiter(database: Database, callsPerMinute: number): SweptRateLimiter {
  const limiter = new RateLimiterPostgres({
    points: callsPerMinute,
    duration: WINDOW_SECONDS,
    keyPrefix: '',
    tableName: 'rate_limits',
    // Made by a migration; swept below.
    tableCreated: true,
    clearExpiredByTimeout: false,
    storeType: 'client',
    storeClient: clientOf(database),
    // Who is over the limit is refused from memory until the window ends.
    inMemoryBlockOnConsumed: callsPerMinute + 1,
  });
  return {
    consume: (caller) => consume(limiter, caller),
    async sweep() {
      await database.query((db) =>
        db
          .deleteFrom('rate_limits')
          .where('expire', '<', Date.now() - SWEPT_AFTER_MS)
          .execute(),
      );
    },
  };
}

/** The part of a `pg` client that the limiter uses, over the pool of the service. */
const clientOf = (database: Database) => ({
  query: ({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) =>
    database.query((db) => db.executeQuery(CompiledQuery.raw(text, [...values]))),
});

/** @throws EvidenceError `RATE_LIMITED`, `DATABASE_UNAVAILABLE`. */
async function consume(limiter: RateLimiterAbstract, caller: string): Promise<void> {
  try {
    await limiter.consume(caller);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw toDatabaseError(refusal);
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw new EvidenceError('RATE_LIMITED', undefined, {
      retryAfterSeconds: seconds,
      details: { retry_after: seconds, limit: limiter.points },
    });
  }
}
