import type { EvidenceError } from '../core/error.ts';

/** Body of every failure (design.md 4.2). Details of the code stand beside these members. */
export interface ErrorBody {
  readonly error: string;
  readonly code: string;
  /** What to do next. */
  readonly hint: string;
  readonly request_id: string;
  /** A failed call is never charged. */
  readonly charged: false;
  /** Seconds; the header `Retry-After` says the same. */
  readonly retry_after?: number;
  readonly [detail: string]: unknown;
}

/** A failure as REST answers it. The cause behind it is never serialised. */
export function errorBody(error: EvidenceError, requestId: string): ErrorBody {
  const { message, code, hint, retryAfterSeconds, details } = error;
  const body: ErrorBody = { error: message, code, hint, request_id: requestId, charged: false };
  const wait = retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds };
  // The body stands twice: first for the order of its members, last because details must not replace any.
  return { ...body, ...wait, ...details, ...body };
}

/** Key of {@link ErrorBody} in `_meta` of a failed tool call. */
export const ERROR_META = 'affiant/error';

/** A failed tool call. */
export interface McpErrorResult {
  readonly isError: true;
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly _meta: Record<string, unknown>;
}

/**
 * A failure as an MCP result. The body stands in `_meta`, not in `structuredContent`: clients check that
 * against the tool's output schema even in an error, and throw.
 */
export const errorResult = (error: EvidenceError, requestId: string): McpErrorResult => ({
  isError: true,
  content: [{ type: 'text', text: `${error.code}: ${error.message}\nNext: ${error.hint}` }],
  _meta: { [ERROR_META]: errorBody(error, requestId) },
});
