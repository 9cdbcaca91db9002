import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { EvidenceError } from '../../core/error.ts';
import type { RateLimiter } from '../../domain/account/port.ts';

const WINDOW_SECONDS = 60;

/**
 * A limiter for one process: a window of 60 s from a caller's first call (design.md 4.13).
 *
 * @param callsPerMinute calls that pass in one window.
 */
export function createMemoryRateLimiter(callsPerMinute: number): RateLimiter {
  const limiter = new RateLimiterMemory({ points: callsPerMinute, duration: WINDOW_SECONDS });
  return {
    async consume(caller) {
      try {
        await limiter.consume(caller);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw new EvidenceError('RATE_LIMITED', undefined, {
          retryAfterSeconds: seconds,
          details: { retry_after: seconds, limit: callsPerMinute },
        });
      }
    },
  };
}
