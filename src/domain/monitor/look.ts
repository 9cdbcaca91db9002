import type { ErrorCode } from '../../core/error-codes.ts';
import type { Signal } from '../capture/capture.ts';
import type { MonitoredContent } from './content.ts';
import type { ContentDiff } from './content-diff.ts';

/** When the browser takes part: `auto` where the plain page has no text, or lacks what is watched. */
export const RENDER_MODES = ['auto', 'always', 'never'] as const;
export type RenderMode = (typeof RENDER_MODES)[number];

/** What of a page counts. */
export interface LookFilters {
  /** CSS selector: only what it matches is watched, and not the title. */
  readonly includeSelector: string | null;
  /** CSS selectors: what they match is left out. */
  readonly ignoreSelectors: readonly string[];
  /** Regular expressions (ECMAScript): what they match in a line is left out. */
  readonly ignorePatterns: readonly string[];
}

/** By what the server can tell that a page is still the same. @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8 */
export interface PageValidators {
  /** The address that answered, after redirects: they mean nothing elsewhere. */
  readonly url: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** How a monitor looks at its page. */
export interface LookOptions extends LookFilters {
  readonly url: string;
  readonly render: RenderMode;
  /** Of the look whose content is the baseline; null asks for the whole page. */
  readonly conditional: PageValidators | null;
}

/** What one look saw. Only `seen` may become a baseline. */
export type Look =
  | {
      readonly outcome: 'seen';
      readonly httpStatus: number;
      readonly content: MonitoredContent;
      /** {@link contentSha256} of `content`: equal digests mean that nothing changed that counts. */
      readonly contentSha256: string;
      /** Null when the server named none, or when the browser took part: then they do not tell of the text. */
      readonly validators: PageValidators | null;
    }
  | { readonly outcome: 'not-modified'; readonly httpStatus: 304 }
  | {
      readonly outcome: 'blocked';
      readonly httpStatus: number;
      readonly code: 'PAGE_BLOCKED' | 'LOGIN_REQUIRED';
      readonly signals: readonly Signal[];
    }
  | {
      readonly outcome: 'error';
      /** Null when nothing answered. */
      readonly httpStatus: number | null;
      readonly code: LookFault;
      /** Safe for callers: holds no text of the page. */
      readonly message: string;
    };

/**
 * Why a page could not be watched: `PAGE_EMPTY` (nothing to watch on it), `PAGE_ERROR` (an HTTP status of 400
 * or more), `PATTERN_TOO_SLOW` (an ignore pattern did not end), or a code of the registry with status 422.
 */
export type LookFault = ErrorCode | 'PAGE_EMPTY' | 'PAGE_ERROR' | 'PATTERN_TOO_SLOW';

/** Looks at pages, and tells what changed between two looks. */
export interface PageLooker {
  /**
   * Fetches the page once, shows it in the browser where that is needed, and takes out what counts.
   * What is wrong with the page is an answer (`blocked`, `error`).
   *
   * @throws EvidenceError with status 503 when this service could not look: `OVERLOADED`,
   *   `BROWSER_UNAVAILABLE`, `DEADLINE_EXCEEDED` (also when `signal` aborts).
   */
  look(options: LookOptions, context: { readonly signal: AbortSignal }): Promise<Look>;
  /**
   * {@link compareContents} in a worker thread.
   *
   * @param earlier the look that is confirmed by `after`: entries that are not in both are no change, because
   *   a page that shows something else each time would otherwise always fire. Null for a first look.
   * @returns null when nothing changed that counts.
   * @throws EvidenceError `OVERLOADED`, `DEADLINE_EXCEEDED`.
   */
  compare(
    contents: {
      readonly before: MonitoredContent;
      readonly after: MonitoredContent;
      readonly earlier: MonitoredContent | null;
    },
    context: { readonly signal: AbortSignal },
  ): Promise<ContentDiff | null>;
  /** @throws EvidenceError `REQUEST_INVALID` naming the filter that is malformed, too long or one too many. */
  assertFilters(filters: LookFilters, context: { readonly signal: AbortSignal }): Promise<void>;
  close(): Promise<void>;
}
