import type { IncomingMessage } from 'node:http';

/**
 * Whether the client has the representation of this entity tag already. Express' own check gives up on
 * `Cache-Control: no-cache`, which `fetch` adds to every conditional request.
 *
 * @param etag strong tag without quotes.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function hasCurrent({ headers }: IncomingMessage, etag: string): boolean {
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(`"${etag}"`);
}
