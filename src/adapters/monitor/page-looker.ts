import { EvidenceError } from '../../core/error.ts';
import { REQUEST_HEADERS } from '../../domain/capture/visitor.ts';
import type { GuardedFetchResponse } from '../../domain/egress/port.ts';
import { assertFilters } from '../../domain/monitor/filters.ts';
import type { Look, LookOptions, PageLooker } from '../../domain/monitor/look.ts';
import { judgeLook } from './judge-look.ts';
import { createMonitorReader } from './monitor-reader.ts';
import { type AnswerParts, type LookerParts, readAnswer } from './read-answer.ts';
import { conditionalHeaders } from './validators.ts';

const MAX_BODY_BYTES = 8 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 20_000;

/** A looker over the parts that captures are made with; its threads start at their first use. */
export function createPageLooker(parts: LookerParts): PageLooker {
  const reader = createMonitorReader();
  return {
    look: (options, { signal }) => look({ ...parts, reader }, options, signal),
    compare: reader.compare,
    async assertFilters(filters, { signal }) {
      const malformed = new Set(await reader.malformedSelectors(filters, signal));
      assertFilters(filters, (selector) => !malformed.has(selector));
    },
    close: () => reader.close(),
  };
}

async function look(parts: AnswerParts, options: LookOptions, signal: AbortSignal): Promise<Look> {
  let httpStatus: number | null = null;
  try {
    const response = await fetchNew(parts, options, signal);
    httpStatus = response.status;
    if (httpStatus === 304 && response.finalUrl === options.conditional?.url)
      return { outcome: 'not-modified', httpStatus };
    return judgeLook(await readAnswer(parts, { options, response, signal }));
  } catch (error) {
    if (!(error instanceof EvidenceError) || error.status >= 500) throw error;
    return { outcome: 'error', httpStatus, code: error.code, message: error.message };
  }
}

/** The page, or the answer that it is still the same: what another address says of itself means nothing. */
async function fetchNew(
  { fetcher }: AnswerParts,
  { url, render, conditional }: LookOptions,
  signal: AbortSignal,
): Promise<GuardedFetchResponse> {
  const limits = { maxBytes: MAX_BODY_BYTES, timeoutMs: FETCH_TIMEOUT_MS, signal };
  const validators = render === 'always' ? null : conditional;
  const headers = { ...REQUEST_HEADERS, ...conditionalHeaders(validators) };
  const response = await fetcher.fetch({ url, headers, ...limits });
  const isOfAnother = response.status === 304 && response.finalUrl !== validators?.url;
  return isOfAnother ? fetcher.fetch({ url, headers: REQUEST_HEADERS, ...limits }) : response;
}
