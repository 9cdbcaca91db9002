import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { EvidenceError } from '../../core/error.ts';
import { ERRORS } from '../../core/error-codes.ts';
import type { AuditEntry, AuditLog } from '../../domain/audit/port.ts';

export type { Logger };

/**
 * The service's logger: JSON lines on stderr, because stdout belongs to MCP over stdio.
 *
 * Errors pass an allow-list: class, code and stack frames. Messages of foreign errors may hold URLs,
 * headers or text of documents; only level `trace` shows them.
 */
export function createLogger(
  level: string,
  stream: DestinationStream = destination({ dest: 2, sync: false }),
): Logger {
  const withMessages = level === 'trace';
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: (error) => describeError(error, withMessages) },
    },
    stream,
  );
}

/** Writes one audit line a call: failures of ours as errors with their causes, the rest as info. */
export function createAuditLog(logger: Logger): AuditLog {
  return {
    record({ error, ...entry }) {
      if (isOurFault({ error, ...entry })) logger.error({ ...entry, error }, 'call');
      else logger.info(entry, 'call');
    },
  };
}

/** A status of 500 and more, or something that went wrong beside a call that succeeded. */
const isOurFault = ({ outcome, error }: AuditEntry): boolean =>
  outcome === 'ok' ? error !== undefined : ERRORS[outcome].status >= 500;

interface ErrorDescription {
  readonly name: string;
  readonly code?: string;
  readonly message?: string;
  readonly frames: readonly string[];
  readonly cause?: ErrorDescription;
}

function describeError(error: unknown, withMessages: boolean): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const isOurs = error instanceof EvidenceError;
  return {
    name: error.name,
    ...(code !== undefined && { code }),
    ...((isOurs || withMessages) && { message: error.message }),
    frames: stackFrames(error),
    ...(error.cause !== undefined && { cause: describeError(error.cause, withMessages) }),
  };
}

/** `at …` lines only: the first line of a stack repeats the message. */
const stackFrames = (error: Error): string[] =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
