import { EvidenceError } from '../../core/error.ts';

/** Hop-by-hop or message-framing names: dropped, because they belong to a connection, not to a caller. */
const DROPPED =
  /^(host|content-length|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|sec-.*|accept-encoding)$/;
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const MAX_HEADERS = 50;

/**
 * The caller's source headers with lower-case names, without those that belong to a connection.
 *
 * @throws EvidenceError `REQUEST_INVALID` for a name or value that is not HTTP. The value is never repeated.
 * @see RFC 9110 sections 5.1, 5.5 and 7.6.1
 */
export function scopeHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers);
  if (entries.length > MAX_HEADERS) throw malformed(`at most ${MAX_HEADERS} headers`);
  const kept = entries
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !DROPPED.test(name));
  for (const [name, value] of kept) {
    if (!NAME.test(name)) throw malformed('a name is not an HTTP field name');
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw malformed('a value has characters that HTTP does not allow');
  }
  return Object.fromEntries(kept);
}

const malformed = (problem: string) => new EvidenceError('REQUEST_INVALID', `source_headers: ${problem}`);
