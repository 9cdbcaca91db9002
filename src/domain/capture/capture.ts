import type { CapturedArtifact } from './artifact.ts';

/** Artifacts that a caller may select. */
export const INCLUDES = ['screenshot', 'pdf', 'markdown', 'ocr', 'html', 'mhtml'] as const;
export type Include = (typeof INCLUDES)[number];

/** First and last page, counted from 1, both in the slice. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

export interface UrlSource {
  readonly kind: 'url';
  readonly url: string;
  /** Caller's headers for the source's own origin only. Never stored, never logged. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface UploadSource {
  readonly kind: 'upload';
  readonly bytes: Uint8Array;
  /** As the caller sent it; never used as a path. */
  readonly filename: string | null;
  readonly declaredMediaType: string | null;
}

export interface CaptureOptions {
  readonly include: ReadonlySet<Include>;
  /** PDF uploads only; ignored elsewhere. */
  readonly pages: PageRange | null;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly waitForSelector: string | null;
  /** Extra wait after the page settled, at most 10,000. */
  readonly waitMs: number;
}

export type Outcome = 'ok' | 'partial' | 'blocked' | 'login_wall' | 'empty' | 'error_page';

/** Something noticed that a reader should know, e.g. `{ code: 'hidden_text', count: 3 }`. */
export interface Signal {
  readonly code: string;
  readonly count?: number;
  readonly detail?: string;
}

/** `[name, value]`. */
export type Header = readonly [string, string];

/**
 * What was seen, in the shape of `manifest.capture` (evidence-format.md 2) but for `times.sealed`.
 * Times are RFC 3339 with milliseconds; no value is a fraction.
 */
export interface CaptureFacts {
  readonly outcome: Outcome;
  readonly signals: readonly Signal[];
  readonly times: {
    readonly started: string;
    readonly navigated: string | null;
    readonly settled: string | null;
    readonly screenshot: string | null;
  };
  readonly final_url: string | null;
  readonly redirects: readonly {
    readonly url: string;
    readonly status: number;
    readonly location: string;
    readonly peer_ip: string | null;
  }[];
  readonly main_response: {
    readonly status: number;
    readonly protocol: string;
    readonly headers: readonly Header[];
    readonly body_fidelity: 'wire' | 'decoded';
  } | null;
  readonly network: {
    readonly peer_ip: string | null;
    readonly dns: readonly string[];
    readonly tls: {
      readonly version: string;
      readonly chain_sha256: readonly string[];
      readonly chain_source: 'same-connection' | 'separate-connection';
    } | null;
    readonly hosts_contacted: number;
    readonly requests_denied: number;
  } | null;
  readonly page: {
    readonly height_px: number;
    readonly tiles: number;
    readonly truncated: boolean;
    readonly lazy_pending: number;
    readonly failed_requests: number;
  } | null;
  readonly clock: { readonly source: 'system'; readonly server_date: string | null };
  readonly not_before: readonly [];
  readonly redactions: readonly { readonly where: string; readonly reason: string }[];
  /** How the caller's `source_headers` were used: never their values. */
  readonly source_headers: {
    readonly origin: string;
    readonly names_count: number;
    readonly requests: number;
  } | null;
}

/** What a reader wants to know of the document itself. */
export interface DocumentFacts {
  readonly title: string | null;
  /** Sniffed, not declared. */
  readonly media_type: string;
  /** Pages of a paged document (of the slice, when sliced), else null. */
  readonly pages: number | null;
  /** ISO 639-1, null when unsure. */
  readonly language: string | null;
  readonly word_count: number;
}

/** One visit or one upload, before sealing. */
export interface Capture {
  readonly facts: CaptureFacts;
  readonly document: DocumentFacts;
  /** Tools used: `browser`, `automation`, `pdf`, `ocr`, as in `manifest.software`. */
  readonly software: Readonly<Record<string, string>>;
  readonly artifacts: readonly CapturedArtifact[];
  /** The text of record (`content.md`); also present as artifact `markdown`. */
  readonly markdown: string;
  /** Byte offsets in the UTF-8 of `markdown` where pages 1, 2, … begin; empty when not paged. */
  readonly pageStarts: readonly number[];
}
