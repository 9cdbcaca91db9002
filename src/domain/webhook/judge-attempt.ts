import { nextPause } from './retry-schedule.ts';
import type { DeliveryAttempt, DeliveryStatus } from './webhook.ts';

/** How an endpoint has answered since its last success. */
export interface EndpointHealth {
  readonly state: 'active' | 'disabled';
  /** First failure in a row; null: the last attempt succeeded. */
  readonly failingSince: Date | null;
  readonly lastFailedAt: Date | null;
}

/** What one attempt means for its delivery and for the endpoint. */
export interface AttemptVerdict {
  readonly status: DeliveryStatus;
  /** Set while pending. */
  readonly nextAttemptAt: Date | null;
  readonly endpoint: EndpointHealth;
}

/** The attempt, what is left after it, and a number from 0 to 1 (1 excluded) that spreads retries. */
export interface JudgedAttempt {
  readonly attempt: DeliveryAttempt;
  readonly retriesLeft: number;
  readonly chance: number;
}

const HOUR_MS = 3_600_000;
/** An endpoint that failed for so long is not called any more. */
const DISABLED_AFTER_MS = 5 * 24 * HOUR_MS;
/** Longer than any pause of the schedule: after so much silence a failure begins a new row of failures. */
const ROW_BROKEN_AFTER_MS = 48 * HOUR_MS;
/** The receiver is gone for good. @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.11 */
const GONE = 410;

const HEALTHY: EndpointHealth = { state: 'active', failingSince: null, lastFailedAt: null };

/** Judge an attempt. Only 2xx delivers; a redirect is a failure like any other. A success enables the endpoint. */
export function judgeAttempt(
  { attempt, retriesLeft, chance }: JudgedAttempt,
  health: EndpointHealth,
): AttemptVerdict {
  const { statusCode, at } = attempt;
  if (statusCode !== null && statusCode >= 200 && statusCode < 300)
    return { status: 'delivered', nextAttemptAt: null, endpoint: HEALTHY };
  const endpoint = healthAfterFailure(attempt, health);
  if (endpoint.state === 'disabled') return { status: 'abandoned', nextAttemptAt: null, endpoint };
  const pauseMs = nextPause(retriesLeft, chance);
  if (pauseMs === null) return { status: 'failed', nextAttemptAt: null, endpoint };
  const ended = at.getTime() + attempt.durationMs;
  return { status: 'pending', nextAttemptAt: new Date(ended + pauseMs), endpoint };
}

function healthAfterFailure({ statusCode, at }: DeliveryAttempt, health: EndpointHealth): EndpointHealth {
  const { failingSince, lastFailedAt } = health;
  const isSameRow =
    failingSince !== null && lastFailedAt !== null && elapsed(lastFailedAt, at) <= ROW_BROKEN_AFTER_MS;
  const since = isSameRow ? failingSince : at;
  const isDisabled =
    health.state === 'disabled' || statusCode === GONE || elapsed(since, at) >= DISABLED_AFTER_MS;
  return { state: isDisabled ? 'disabled' : 'active', failingSince: since, lastFailedAt: at };
}

const elapsed = (from: Date, to: Date): number => to.getTime() - from.getTime();
