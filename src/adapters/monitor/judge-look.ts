import type { Signal } from '../../domain/capture/capture.ts';
import { judgeOutcome } from '../../domain/capture/outcome.ts';
import type { GuardedFetchResponse } from '../../domain/egress/port.ts';
import type { Look, LookFault, PageValidators } from '../../domain/monitor/look.ts';
import type { WatchedDocument } from './watch-content.ts';

/** A document that a server answered with, as it was read. */
export interface AnsweredDocument {
  readonly requestedUrl: string;
  readonly finalUrl: string;
  readonly response: GuardedFetchResponse;
  readonly document: WatchedDocument;
  /** What the browser noticed. */
  readonly signals: readonly Signal[];
  readonly validators: PageValidators | null;
}

/** Statuses by which a server turns a visitor away, whatever it writes beside them. */
const REFUSALS: ReadonlySet<number> = new Set([403, 429, 451]);

const MESSAGES: Readonly<
  Record<Extract<LookFault, 'PAGE_EMPTY' | 'PAGE_ERROR' | 'PATTERN_TOO_SLOW' | 'SELECTOR_NOT_FOUND'>, string>
> = {
  PAGE_EMPTY: 'There is nothing on the page that could be watched.',
  PAGE_ERROR: 'The server answered with an error page.',
  PATTERN_TOO_SLOW: 'An ignore pattern does not end in time on this page.',
  SELECTOR_NOT_FOUND: 'include_selector matches nothing on the page.',
};

/** What a look saw: the content, or why this page must not become a baseline. */
export function judgeLook(answered: AnsweredDocument): Look {
  const { response, document, validators } = answered;
  const httpStatus = response.status;
  const hindrance = hindranceOf(answered);
  if (hindrance !== null) return { httpStatus, ...hindrance };
  const { content, sha256 } = document;
  return { outcome: 'seen', httpStatus, content, contentSha256: sha256, validators };
}

type Hindrance =
  | Pick<Extract<Look, { outcome: 'blocked' }>, 'outcome' | 'code' | 'signals'>
  | Pick<Extract<Look, { outcome: 'error' }>, 'outcome' | 'code' | 'message'>;

function hindranceOf({
  requestedUrl,
  finalUrl,
  response,
  document,
  signals: own,
}: AnsweredDocument): Hindrance | null {
  const { status, headers } = response;
  const { title, text } = document;
  const known = new Set(own.map(({ code }) => code));
  const seen = [...own, ...document.signals.filter(({ code }) => !known.has(code))];
  const { outcome, signals } = judgeOutcome({
    requestedUrl,
    finalUrl,
    status,
    headers,
    title,
    text,
    signals: seen,
  });
  if (outcome === 'login_wall' || status === 401)
    return { outcome: 'blocked', code: 'LOGIN_REQUIRED', signals };
  if (outcome === 'blocked' || REFUSALS.has(status))
    return { outcome: 'blocked', code: 'PAGE_BLOCKED', signals };
  if (status >= 400) return fault('PAGE_ERROR');
  if (document.fault !== null) return fault(document.fault);
  const { lines, images } = document.content;
  return lines.length === 0 && images.length === 0 ? fault('PAGE_EMPTY') : null;
}

/** A fault of the page or of the filters, told without a word of either. */
const fault = (code: keyof typeof MESSAGES) => ({ outcome: 'error', code, message: MESSAGES[code] }) as const;
