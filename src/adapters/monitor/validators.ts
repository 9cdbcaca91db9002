import type { GuardedFetchResponse } from '../../domain/egress/port.ts';
import type { PageValidators } from '../../domain/monitor/look.ts';
import { headerOf } from '../capture/main-document.ts';

/** A page may change twice in the second that its time of change names. */
const MIN_AGE_MS = 1_000;

/** Headers that ask only for what is new. @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1 */
export const conditionalHeaders = (validators: PageValidators | null): Readonly<Record<string, string>> => ({
  ...(validators?.etag && { 'if-none-match': validators.etag }),
  ...(validators?.lastModified && { 'if-modified-since': validators.lastModified }),
});

/**
 * What the next look may ask with; null when the server named nothing that tells versions apart.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.2.2
 */
export function validatorsOf(response: GuardedFetchResponse): PageValidators | null {
  const etag = headerOf(response, 'etag');
  const modified = headerOf(response, 'last-modified');
  const ageMs = Date.parse(headerOf(response, 'date') ?? '') - Date.parse(modified ?? '');
  const lastModified = ageMs >= MIN_AGE_MS ? modified : null;
  return etag || lastModified ? { url: response.finalUrl, etag, lastModified } : null;
}
