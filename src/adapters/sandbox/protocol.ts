import type { ErrorCode } from '../../core/error-codes.ts';

/** A child's answer to one task. `cause` may hold text of the document: for logs only. */
export type ChildReply =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly details: Readonly<Record<string, unknown>>;
      readonly cause: string;
    };
