import { EvidenceError } from '../../core/error.ts';
import type { Authority } from './port.ts';

/** Each is asked for every bundle. */
const MAX_AUTHORITIES = 8;
const MAX_NAME_CHARS = 100;

/**
 * Read `AFFIANT_TSA_URLS`: http or https addresses, separated by commas or white space. An authority is named after
 * its host and path.
 *
 * @throws EvidenceError `REQUEST_INVALID`, naming the item by its place.
 */
export function parseAuthorities(list: string): Authority[] {
  const authorities = list
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(parseAuthority);
  const names = new Set(authorities.map(({ name }) => name));
  if (names.size < authorities.length)
    throw new EvidenceError('REQUEST_INVALID', 'AFFIANT_TSA_URLS names an authority twice.');
  if (authorities.length > MAX_AUTHORITIES)
    throw new EvidenceError('REQUEST_INVALID', `AFFIANT_TSA_URLS names more than ${MAX_AUTHORITIES}.`);
  return authorities;
}

function parseAuthority(item: string, index: number): Authority {
  const url = URL.canParse(item) ? new URL(item) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new EvidenceError(
      'REQUEST_INVALID',
      `AFFIANT_TSA_URLS: item ${index + 1} must be an http or https URL.`,
    );
  // A file's name on every system; credentials and queries are secrets of the operator.
  const name = `${url.host}${url.pathname}`
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, MAX_NAME_CHARS);
  return { name, url: url.href };
}
