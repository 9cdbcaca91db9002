import type { CaptureFacts, Header } from './capture.ts';

/** Values of these headers are credentials or could be used as such. */
const CREDENTIAL_HEADERS = new Set([
  'authorization',
  'authentication-info',
  'cookie',
  'proxy-authorization',
  'set-cookie',
  'set-cookie2',
  'www-authenticate',
  'x-api-key',
  'x-auth-token',
  'x-csrf-token',
]);

/** Stands in place of a credential. */
const REDACTED = '[redacted]';

/**
 * Response headers without the values of credentials, and a list of what was taken out.
 *
 * @param headers names lower case.
 * @see evidence-format.md 2, `redactions`
 */
export function redactHeaders(headers: readonly Header[]): {
  headers: Header[];
  redactions: CaptureFacts['redactions'];
} {
  const taken = headers.map(([name]) => name).filter((name) => CREDENTIAL_HEADERS.has(name));
  return {
    headers: headers.map(([name, value]) => [name, CREDENTIAL_HEADERS.has(name) ? REDACTED : value]),
    redactions: [...new Set(taken)].map((name) => ({
      where: `response.headers.${name}`,
      reason: 'credential',
    })),
  };
}
