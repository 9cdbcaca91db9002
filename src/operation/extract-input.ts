import { EvidenceError } from '../core/error.ts';
import type {
  CaptureOptions,
  Include,
  PageRange,
  UploadSource,
  UrlSource,
} from '../domain/capture/capture.ts';
import type { ExtractRequest } from '../domain/capture/extract-request.ts';
import { scopeHeaders } from '../domain/capture/source-headers.ts';
import { judgeUrl } from '../domain/egress/policy.ts';

/** Parsed fields of an extract body, the same for one call and for an item of a batch. */
export interface ExtractFields {
  readonly source?: string | undefined;
  readonly file?:
    | {
        readonly base64: string;
        readonly filename?: string | undefined;
        readonly media_type?: string | undefined;
      }
    | undefined;
  readonly mode: string;
  readonly include?: readonly Include[] | undefined;
  readonly pages?: string | undefined;
  readonly source_headers?: Readonly<Record<string, string>> | undefined;
  readonly parent_bundle_id?: string | undefined;
  readonly retention_days?: number | undefined;
  readonly legal_hold?: boolean | undefined;
  readonly wait_for_selector?: string | undefined;
  readonly wait_ms?: number | undefined;
  readonly viewport?: CaptureOptions['viewport'] | undefined;
}

const DEFAULT_VIEWPORT = { width: 1280, height: 900 };

/** Default artifacts (design.md 4.4): for a URL everything but `mhtml` and `ocr`. */
const DEFAULT_INCLUDE: Record<'url' | 'upload', readonly Include[]> = {
  url: ['screenshot', 'pdf', 'markdown', 'html'],
  upload: ['markdown'],
};

/**
 * An extract body as a request of the domain, every default filled in.
 *
 * @throws EvidenceError `SOURCE_MISSING`, `FILE_EMPTY`, `REQUEST_INVALID` (both or malformed), `URL_BLOCKED`.
 */
export function toExtractRequest(fields: ExtractFields): ExtractRequest {
  const source = toSource(fields);
  return {
    source,
    mode: fields.mode,
    options: {
      include: new Set(fields.include ?? DEFAULT_INCLUDE[source.kind]),
      pages: fields.pages ? toPageRange(fields.pages) : null,
      viewport: fields.viewport ?? DEFAULT_VIEWPORT,
      waitForSelector: fields.wait_for_selector ?? null,
      waitMs: fields.wait_ms ?? 0,
    },
    parentBundleId: fields.parent_bundle_id ?? null,
    monitorId: null,
    retentionDays: fields.retention_days ?? null,
    legalHold: fields.legal_hold ?? false,
  };
}

function toSource({ source, file, source_headers }: ExtractFields): UrlSource | UploadSource {
  if (source !== undefined && file)
    throw new EvidenceError('REQUEST_INVALID', 'Send source or a file, not both.');
  if (file) return toUpload(file);
  if (source === undefined) throw new EvidenceError('SOURCE_MISSING');
  return { kind: 'url', url: parseUrl(source), headers: scopeHeaders(source_headers ?? {}) };
}

/** An absolute http(s) URL. Another scheme or a forbidden port is refused before anything is queued. */
function parseUrl(text: string): string {
  const verdict = judgeUrl(text);
  if (verdict.allowed) return verdict.target.url.href;
  if (verdict.reason !== 'malformed') throw blocked(verdict.reason);
  throw new EvidenceError(
    'REQUEST_INVALID',
    'source: expected an absolute http or https URL without user name',
  );
}

function blocked(reason: 'scheme' | 'port'): EvidenceError {
  const details = { reason };
  return reason === 'port'
    ? new EvidenceError('URL_BLOCKED', 'source: this port is not fetched from', {
        details,
        hint: 'The port belongs to another protocol (https://fetch.spec.whatwg.org/#port-blocking): use another one.',
      })
    : new EvidenceError('URL_BLOCKED', undefined, { details });
}

function toUpload(file: NonNullable<ExtractFields['file']>): UploadSource {
  const bytes = decodeBase64(file.base64);
  if (bytes === null)
    throw new EvidenceError(
      'REQUEST_INVALID',
      'file.base64: expected base64 (RFC 4648), without a data: prefix',
    );
  if (bytes.length === 0) throw new EvidenceError('FILE_EMPTY');
  return {
    kind: 'upload',
    bytes,
    filename: file.filename ?? null,
    declaredMediaType: file.media_type ?? null,
  };
}

function toPageRange(text: string): PageRange {
  const [first = 0, last = 0] = text.split('-').map(Number);
  if (first > last) throw new EvidenceError('REQUEST_INVALID', 'pages: the first page lies behind the last');
  return { first, last };
}

/**
 * The bytes behind base64 text, white space aside; null when it is anything else. `Buffer` alone would skip what it
 * does not know, and the wrong bytes would be sealed.
 */
function decodeBase64(text: string): Uint8Array | null {
  const digits = text.replace(/\s+/g, '');
  const bytes = Buffer.from(digits, 'base64');
  const unpadded = digits.replace(/=+$/, '');
  return bytes.toString('base64').replace(/=+$/, '') === unpadded && digits.length - unpadded.length <= 2
    ? new Uint8Array(bytes)
    : null;
}
