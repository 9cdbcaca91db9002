import { EvidenceError } from '../../core/error.ts';

const REFUSED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);
const RESET: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const TLS = /^(?:ERR_(?:TLS|SSL)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_|EPROTO$)/;
/** zlib's own codes, and those that Node makes of Brotli's. */
const ENCODING = /^(?:Z_|ERR__ERROR_|ERR_BROTLI_)/;

/** `details.reason` of `URL_UNREACHABLE`. */
type UnreachableReason =
  | 'dns'
  | 'refused'
  | 'reset'
  | 'tls'
  | 'timeout'
  | 'encoding'
  | 'protocol'
  | 'redirects';

/** An `URL_UNREACHABLE` that says why without a word of the peer. */
export const unreachable = (reason: UnreachableReason, cause?: unknown): EvidenceError =>
  new EvidenceError('URL_UNREACHABLE', undefined, { cause, details: { reason } });

/** Whether the request may be sent once more. A POST only if it was never sent: it may have had its effect. */
export function isWorthRetry(error: unknown, method: string): boolean {
  const code = readCode(error);
  return code === 'ECONNREFUSED' || (method !== 'POST' && RESET.has(code));
}

/** Translates what the client, TLS or zlib threw. */
export const translateFailure = (error: unknown): EvidenceError =>
  unreachable(classify(readCode(error)), error);

function classify(code: string): UnreachableReason {
  if (REFUSED.has(code)) return 'refused';
  if (RESET.has(code)) return 'reset';
  if (TLS.test(code)) return 'tls';
  return ENCODING.test(code) ? 'encoding' : 'protocol';
}

function readCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
