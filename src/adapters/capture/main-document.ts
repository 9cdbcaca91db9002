import type { MainDocument } from '../../domain/capture/port.ts';
import { documentKind } from '../../domain/document/media-type.ts';
import type { GuardedFetchResponse } from '../../domain/egress/port.ts';

/**
 * Every answer of the chain: the browser goes the same way without asking again. HTML that was labelled as
 * something else gets its own label, or the browser would offer it for download.
 */
export function toMainDocument(response: GuardedFetchResponse, mediaType: string): MainDocument {
  const { hops, finalUrl, status, body } = response;
  const isLabelled = documentKind(headerOf(response, 'content-type') ?? '') === 'html';
  const others = response.headers.filter(([name]) => name !== 'content-type');
  const headers = isLabelled ? response.headers : [...others, ['content-type', mediaType] as const];
  return { url: finalUrl, status, headers, body, redirects: hops.slice(0, -1) };
}

/** The first value of a header; null when there is none. @param name lower case. */
export const headerOf = ({ headers }: GuardedFetchResponse, name: string): string | null =>
  headers.find(([own]) => own === name)?.[1] ?? null;
