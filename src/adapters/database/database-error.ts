import { EvidenceError } from '../../core/error.ts';
import { isMissing } from '../../core/is-missing.ts';

/** Socket faults, as Node names them. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
]);

/**
 * SQLSTATE of a server that is away, going away, full or read-only: class 08 connection, 53 resources,
 * 57P0x shutdown, 57014 statement cancelled by its deadline, 25006 standby.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const UNAVAILABLE_STATE = /^(08...|53...|57P0.|57014|25006)$/;

/** `pg`, its pool and PGlite report a lost connection by text alone. */
const UNAVAILABLE_TEXT =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable|pool after calling end|PGlite is (closed|closing)|instance is already closed|driver has already been destroyed/i;

/** A database failure as the service reports it: `DATABASE_UNAVAILABLE` when waiting may help, else `INTERNAL`. */
export function toDatabaseError(error: unknown): EvidenceError {
  if (error instanceof EvidenceError) return error;
  return new EvidenceError(isUnavailable(error) ? 'DATABASE_UNAVAILABLE' : 'INTERNAL', undefined, {
    cause: error,
  });
}

function isUnavailable(error: unknown): boolean {
  // Node gathers the refusals of ::1 and 127.0.0.1 in one AggregateError.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    NETWORK_CODES.has(code) ||
    isSocketGone(error) ||
    UNAVAILABLE_STATE.test(code) ||
    UNAVAILABLE_TEXT.test(error.message)
  );
}

/** A Unix socket that is not there, not a file that was missed inside a transaction. */
const isSocketGone = (error: Error): boolean =>
  isMissing(error) && 'syscall' in error && error.syscall === 'connect';
