import type { ErrorCode } from '../../core/error-codes.ts';

/** One call that went through the pipeline. Never inputs, never text of documents, never credentials. */
export interface AuditEntry {
  readonly requestId: string;
  readonly face: string;
  readonly operation: string;
  readonly ownerId: string | null;
  readonly outcome: 'ok' | ErrorCode;
  readonly durationMs: number;
  readonly credits: number;
  /** The failure, for its stack; adapters log an allow-list of it. */
  readonly error?: unknown;
}

/** One line for each call: who, what, outcome, time. */
export interface AuditLog {
  record(entry: AuditEntry): void;
}
