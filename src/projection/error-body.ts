import type { EvidenceError } from '../core/error.ts';
import { offerIn, paymentDetails, paymentRequired } from './payment.ts';

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
  const offer = offerIn(error);
  return { ...body, ...wait, ...details, ...(offer && paymentDetails(offer)), ...body };
}

/** Key of {@link ErrorBody} in `_meta` of a failed tool call. */
export const ERROR_META = 'affiant/error';

/** A failed tool call. */
export interface McpErrorResult {
  readonly isError: true;
  readonly content: { readonly type: 'text'; readonly text: string }[];
  /** PaymentRequired, and nothing else. */
  readonly structuredContent?: Record<string, unknown>;
  readonly _meta: Record<string, unknown>;
}

/**
 * A failure as an MCP result. The body stands in `_meta`, not in `structuredContent`: clients check that
 * against the tool's output schema even in an error, and throw.
 */
export function errorResult(error: EvidenceError, requestId: string): McpErrorResult {
  const _meta = { [ERROR_META]: errorBody(error, requestId) };
  const offer = offerIn(error);
  if (offer) {
    // Twice the same object, as x402's transport over MCP has it: clients read either.
    const structuredContent = paymentRequired(offer, error.message);
    const content = [{ type: 'text' as const, text: JSON.stringify(structuredContent) }];
    return { isError: true, content, structuredContent, _meta };
  }
  const text = `${error.code}: ${error.message}\nNext: ${error.hint}`;
  return { isError: true, content: [{ type: 'text', text }], _meta };
}
