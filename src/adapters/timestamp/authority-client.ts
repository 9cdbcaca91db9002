import { EvidenceError } from '../../core/error.ts';
import type { GuardedFetcher, GuardedFetchResponse } from '../../domain/egress/port.ts';
import type { Authority, AuthorityClient } from '../../domain/timestamp/port.ts';
import { MAX_RESPONSE_BYTES } from '../../domain/timestamp/token.ts';

const TIMEOUT_MS = 15_000;

/**
 * Timestamping authorities over HTTP.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3161#section-3.4
 */
export const createAuthorityClient = (fetcher: GuardedFetcher): AuthorityClient => ({
  async stamp(authority, request, signal) {
    const answer = await post(fetcher, authority, { request, signal });
    const isReply = answer.headers.some(
      ([name, value]) => name === 'content-type' && value.startsWith('application/timestamp-reply'),
    );
    if (answer.status !== 200) throw failed(authority, `status ${answer.status}`);
    if (!isReply || answer.truncated) throw failed(authority, 'malformed');
    return answer.body;
  },
});

async function post(
  fetcher: GuardedFetcher,
  authority: Authority,
  { request, signal }: { readonly request: Uint8Array; readonly signal: AbortSignal },
): Promise<GuardedFetchResponse> {
  try {
    return await fetcher.fetch({
      url: authority.url,
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: request,
      maxRedirects: 0,
      maxBytes: MAX_RESPONSE_BYTES,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
  } catch (cause) {
    throw failed(authority, cause instanceof EvidenceError ? cause.code : 'unreachable', cause);
  }
}

const failed = ({ name }: Authority, reason: string, cause?: unknown): EvidenceError =>
  new EvidenceError('TIMESTAMP_FAILED', undefined, { cause, details: { authority: name, reason } });
