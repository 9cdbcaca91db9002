import type { Capture, CaptureOptions, UploadSource, UrlSource } from './capture.ts';

/** Progress of a capture, 0 to 100, with a short stage name that holds no text of the document. */
export type ProgressListener = (percent: number, stage: string) => void;

export interface CaptureContext {
  /** Aborting ends the work: the browser context is closed, parsers are killed. */
  readonly signal: AbortSignal;
  readonly progress: ProgressListener;
}

/** Turns a source into a {@link Capture}. */
export interface Capturer {
  /**
   * @throws EvidenceError `URL_BLOCKED`, `URL_UNREACHABLE`, `SELECTOR_NOT_FOUND`, the `DOCUMENT_*` family,
   *   `PAGES_OUT_OF_RANGE`, `ENCODING_UNSUPPORTED`, `ARCHIVE_BOMB`, `NO_TEXT_FOUND`, `IMAGE_TOO_SMALL`,
   *   `IMAGE_TOO_LARGE`, `OVERLOADED`, `BROWSER_UNAVAILABLE`, `DEADLINE_EXCEEDED`.
   */
  capture(
    source: UrlSource | UploadSource,
    options: CaptureOptions,
    context: CaptureContext,
  ): Promise<Capture>;
}

/** A page as the browser showed it. Text values are untrusted. */
export interface PageSnapshot {
  /** Serialised DOM after scripts ran; empty when it is larger than what is kept. */
  readonly html: string;
  readonly finalUrl: string;
  readonly title: string;
  /** PNG tiles from top to bottom, each at most 8,000 px high; empty when not asked for. */
  readonly screenshots: readonly Uint8Array[];
  /** Null when not asked for, or larger than what is kept. */
  readonly pdf: Uint8Array | null;
  readonly mhtml: Uint8Array | null;
  readonly page: {
    heightPx: number;
    tiles: number;
    truncated: boolean;
    lazyPending: number;
    failedRequests: number;
  };
  readonly times: { navigated: string; settled: string; screenshot: string | null };
  readonly signals: readonly { code: string; count?: number; detail?: string }[];
  /** Cleaned DOM for conversion: hidden text removed, links absolute. */
  readonly readableHtml: string;
  /** Text that only a machine would read (invisible to people): how many runs of it were found. */
  readonly hiddenTextCount: number;
  readonly exchanges: readonly {
    url: string;
    /** `CONNECT` and null where only the connection was seen, not what it carried. */
    method: string | null;
    status: number | null;
    address: string | null;
    bytes: number;
    mediaType: string | null;
  }[];
  readonly denials: readonly { url: string; host: string; address: string | null; reason: string }[];
  /** `host:port` of everything the proxy connected to. */
  readonly hosts: readonly string[];
  readonly sourceHeaderRequests: number;
}

/** An answer on the way to the main document. */
export interface MainHop {
  readonly url: string;
  readonly status: number;
  /** Names lower case. */
  readonly headers: readonly (readonly [string, string])[];
}

/** The main response, fetched by our own client and given to the browser as the answer of its navigation. */
export interface MainDocument extends MainHop {
  /** Redirects before it, in order: replayed to the browser, which keeps their cookies. */
  readonly redirects: readonly MainHop[];
  readonly body: Uint8Array;
}

export interface RenderOptions {
  readonly screenshot: boolean;
  readonly pdf: boolean;
  readonly mhtml: boolean;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly waitForSelector: string | null;
  readonly waitMs: number;
  /** Sent to the document's own origin only. */
  readonly scopedHeaders: Readonly<Record<string, string>>;
  /** Uploads: nothing remote may load. */
  readonly offline: boolean;
}

/** The managed browser: one process, a fresh context per page. */
export interface PageRenderer {
  render(main: MainDocument, options: RenderOptions, context: CaptureContext): Promise<PageSnapshot>;
  /** e.g. `Chromium 156.0.8078.79`; null before the first start. */
  readonly version: string | null;
  /** Playwright's own version. */
  readonly automation: string;
  close(): Promise<void>;
}
