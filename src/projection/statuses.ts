import { ERRORS, type ErrorCode } from '../core/error-codes.ts';
import type { Tool } from '../operation/define-tool.ts';

/** What any call may meet before or around `run`. */
const ALWAYS: readonly ErrorCode[] = [
  'REQUEST_INVALID',
  'ID_MALFORMED',
  'CREDENTIALS_CONFLICT',
  'API_KEY_UNKNOWN',
  'API_KEY_SUSPENDED',
  'API_KEY_REVOKED',
  'SESSION_UNKNOWN',
  'SIGN_IN_MALFORMED',
  'SIGN_IN_INVALID',
  'ORIGIN_FORBIDDEN',
  'RATE_LIMITED',
  'INTERNAL',
  'OVERLOADED',
  'DEADLINE_EXCEEDED',
  'DATABASE_UNAVAILABLE',
  'CHAIN_UNAVAILABLE',
];
const WITH_BODY: readonly ErrorCode[] = ['JSON_MALFORMED', 'PAYLOAD_TOO_LARGE', 'MEDIA_TYPE_UNSUPPORTED'];
const PAID: readonly ErrorCode[] = [
  'PAYMENT_MALFORMED',
  'PAYMENT_REQUIRED',
  'PAYMENT_INVALID',
  'PAYMENT_REUSED',
  'SETTLEMENT_PENDING',
  'FACILITATOR_UNAVAILABLE',
  'CHAIN_UNAVAILABLE',
  'QUOTA_EXHAUSTED',
];

/** Every code that a call of `tool` over REST may answer: its own and those of the pipeline. */
function errorCodesOf(tool: Tool): ErrorCode[] {
  const { rest, auth, price, errors } = tool;
  const codes = new Set<ErrorCode>([...ALWAYS, ...errors]);
  if (auth === 'owner') codes.add('AUTHENTICATION_REQUIRED');
  if (rest.method === 'POST') codes.add('IDEMPOTENCY_CONFLICT');
  if (rest.file) codes.add('FILE_EMPTY');
  for (const code of takesBody(tool) ? WITH_BODY : []) codes.add(code);
  for (const code of price === 'free' ? [] : PAID) codes.add(code);
  return [...codes].toSorted();
}

/** Codes of {@link errorCodesOf} by status, ascending. */
export const errorStatusesOf = (tool: Tool): Map<number, ErrorCode[]> =>
  new Map([...Map.groupBy(errorCodesOf(tool), (code) => ERRORS[code].status)].toSorted(([a], [b]) => a - b));

/** Whether the operation reads a request body. */
const takesBody = ({ rest }: Tool): boolean => rest.method === 'POST' || rest.method === 'PUT';
