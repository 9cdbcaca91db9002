import { UNSAFE_PORTS } from './unsafe-ports.ts';

/** Where a request goes, read once from its URL: nothing later parses the text again. */
export interface EgressTarget {
  readonly url: URL;
  /** Name or address literal, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Why a URL is refused before any look-up. */
type UrlRefusal = 'malformed' | 'scheme' | 'port';

/** The answer of {@link judgeUrl}. */
export type UrlVerdict =
  | { readonly allowed: true; readonly target: EgressTarget }
  | { readonly allowed: false; readonly reason: UrlRefusal };

/**
 * Judges a URL by its text alone; its addresses are judged after resolution, literals included.
 *
 * The WHATWG parser normalises every notation (`0x7f.1`, full-width digits, backslashes), and the same
 * parsed URL is used for the connection, so that no second parser can read another host.
 *
 * @param base resolves a relative `text`, e.g. the URL that redirected.
 * @see https://url.spec.whatwg.org/
 */
export function judgeUrl(text: string, base?: string): UrlVerdict {
  const url = URL.parse(text, base);
  if (url === null) return { allowed: false, reason: 'malformed' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { allowed: false, reason: 'scheme' };
  if (url.username !== '' || url.password !== '') return { allowed: false, reason: 'malformed' };
  const port = url.port === '' ? defaultPort(url) : Number(url.port);
  if (UNSAFE_PORTS.has(port)) return { allowed: false, reason: 'port' };
  return { allowed: true, target: { url, host: url.hostname.replace(/^\[|\]$/g, ''), port } };
}

/** The target of an HTTP CONNECT, `host:port`; the port is not optional. */
export function judgeAuthority(authority: string): UrlVerdict {
  const isAuthority = /^(?:\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+):\d{1,5}$/i.test(authority);
  return isAuthority ? judgeUrl(`https://${authority}`) : { allowed: false, reason: 'malformed' };
}

const defaultPort = (url: URL): number => (url.protocol === 'https:' ? 443 : 80);
