import { EvidenceError, toEvidenceError } from '../../src/core/error.ts';
import { ERROR_META, errorBody } from '../../src/projection/error-body.ts';

const INVALID_PARAMS = -32602;
/** Of the older era; the newer one uses {@link INVALID_PARAMS}. */
const RESOURCE_NOT_FOUND = -32002;
/** First of the codes that JSON-RPC leaves to servers. */
const SERVER_ERROR = -32000;

/** Protocol era of a connection. `legacy`: up to 2025-11-25; `modern`: 2026-07-28. */
export type Era = 'legacy' | 'modern';

/** An error that both SDKs answer as a JSON-RPC error: they read `code` and `data` of what is thrown. */
export interface RpcFault extends Error {
  readonly code: number;
  readonly data?: unknown;
}

const rpcFault = (code: number, message: string, data?: unknown): RpcFault =>
  Object.assign(new Error(message), { code, ...(data !== undefined && { data }) });

/** Parameters that cannot be served, e.g. the name of an unknown tool. */
export const invalidParams = (message: string, data?: unknown): RpcFault =>
  rpcFault(INVALID_PARAMS, message, data);

/** A failure to read the resource `uri`. */
export function resourceFault(
  thrown: unknown,
  { uri, era, requestId }: { uri: string; era: Era; requestId: string },
): RpcFault {
  const error = toEvidenceError(thrown);
  const data = { uri, [ERROR_META]: errorBody(error, requestId) };
  const isAbsent = error.status === 404 || error.status === 400;
  const absent = era === 'legacy' ? RESOURCE_NOT_FOUND : INVALID_PARAMS;
  return rpcFault(isAbsent ? absent : SERVER_ERROR, `${error.code}: ${error.message}`, data);
}

/** The failure of an address that no resource has. */
export const unknownResource = (): EvidenceError =>
  new EvidenceError('NOT_FOUND', 'No resource has this address.', {
    hint: 'resources/list and resources/templates/list name them.',
  });
