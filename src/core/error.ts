import { ERRORS, type ErrorCode } from './error-codes.ts';
import type { ErrorDefinition } from './errors/definition.ts';

/** What an {@link EvidenceError} carries beside its code. */
export interface ErrorOptions {
  /** The foreign error behind it: logged, never serialised. */
  readonly cause?: unknown;
  /** Safe facts for the caller's body, e.g. `{ limit: 4194304 }`. Never text of a document or peer. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Overrides the registry's hint. */
  readonly hint?: string;
  readonly retryAfterSeconds?: number;
}

/**
 * The one error class that may cross a module boundary.
 *
 * `message` is shown to callers: it must not contain text from pages, files, models or other peers.
 */
export class EvidenceError extends Error {
  override readonly name = 'EvidenceError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly hint: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message?: string, options: ErrorOptions = {}) {
    const definition: ErrorDefinition = ERRORS[code];
    super(message ?? definition.title, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.hint = options.hint ?? definition.hint;
    this.retryAfterSeconds = options.retryAfterSeconds ?? definition.retryAfterSeconds;
  }

  /** HTTP status of the code. */
  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Unknown failures become `INTERNAL`; an {@link EvidenceError} stays as it is. */
export function toEvidenceError(error: unknown): EvidenceError {
  return error instanceof EvidenceError ? error : new EvidenceError('INTERNAL', undefined, { cause: error });
}
