import { hasLatePdfHeader, magicMediaType } from './magic-bytes.ts';
import { documentKind, mediaTypeCharset, mediaTypeEssence, mediaTypeOfFilename } from './media-type.ts';
import { zipEntryNames } from './zip-entries.ts';

/** How much of a document is looked at to tell text from binary and HTML from text. */
const SAMPLE_BYTES = 4_096;
/** JSON longer than this goes by its label only: parsing it here would hold the event loop. */
const MAX_JSON_BYTES = 256 * 1024;

/** A tag that WHATWG takes for HTML, ended by a space or `>`, at the beginning only. */
const HTML_START =
  /^\s*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[\s>]/i;
const XML_START = /^\s*<\?xml\s/;
/** Headers that a mail has and other text that begins with `Name: value` lines has not. */
const MAIL_HEADERS = [/^from:/im, /^(?:date|message-id|received):/im];

/**
 * Media type of a document by its bytes. Magic numbers win over every label; among texts, which have no
 * magic, HTML and XML are known by their beginning, and the label decides the rest. Bytes that fit no
 * format keep a specific binary label, so that its parser can say that they are damaged.
 *
 * @param declaredMediaType as the server or the caller sent it; may carry a charset.
 * @param filename of an upload; null for a URL, where the path promises nothing.
 * @returns `application/octet-stream` for unknown binary bytes.
 * @see https://mimesniff.spec.whatwg.org/#rules-for-identifying-an-unknown-mime-type
 */
export function sniffMediaType(
  bytes: Uint8Array,
  declaredMediaType: string | null,
  filename: string | null,
): string {
  const magic = magicMediaType(bytes);
  const label = labelOf(declaredMediaType, filename);
  if (magic === 'application/zip' && label && documentKind(label) === 'office' && isCutOffZip(bytes))
    return label;
  if (magic) return magic;
  const sample = decodeSample(bytes, mediaTypeCharset(declaredMediaType));
  const marked = markupType(sample, label);
  if (marked) return marked;
  if (hasLatePdfHeader(bytes)) return 'application/pdf';
  if (isBinaryLabel(label)) return label;
  if (!isText(sample)) return 'application/octet-stream';
  return label ?? textType(bytes, sample);
}

/**
 * Whether the beginning of `bytes` is text in some encoding.
 *
 * @param charset a declared one; UTF-16 without a BOM is full of zero bytes and known only by it.
 */
export const looksLikeText = (bytes: Uint8Array, charset: string | null): boolean =>
  isText(decodeSample(bytes, charset));

/** The more specific of the two labels: many clients send every file as `text/plain` or octets. */
function labelOf(declaredMediaType: string | null, filename: string | null): string | null {
  const declared = mediaTypeEssence(declaredMediaType);
  const isSpecific = declared !== null && declared !== 'text/plain' && documentKind(declared) !== 'unknown';
  if (isSpecific) return declared;
  return mediaTypeOfFilename(filename) ?? (declared === 'text/plain' ? declared : null);
}

/** The list of a ZIP file's entries stands at its end; without it only the label tells what was in it. */
const isCutOffZip = (bytes: Uint8Array): boolean => zipEntryNames(bytes).size === 0;

/** Markup known by its beginning, unless a label names a text format in which tags are plain text. */
function markupType(sample: string, label: string | null): string | null {
  const mayBeMarkup = label === null || isBinaryLabel(label) || /html|xml|octet/.test(label);
  if (!mayBeMarkup) return null;
  if (XML_START.test(sample)) return xmlType(sample);
  return HTML_START.test(sample) ? 'text/html' : null;
}

function xmlType(sample: string): string {
  if (/<svg[\s>]/i.test(sample)) return 'image/svg+xml';
  return /<html[\s>]/i.test(sample) ? 'application/xhtml+xml' : 'application/xml';
}

function textType(bytes: Uint8Array, sample: string): string {
  if (/^\s*[[{]/.test(sample) && isJson(bytes)) return 'application/json';
  const head = sample.split(/\r?\n\r?\n/, 1)[0] ?? '';
  const isMail = /^[\w-]+: /.test(head) && MAIL_HEADERS.every((header) => header.test(head));
  return isMail ? 'message/rfc822' : 'text/plain';
}

function isJson(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_JSON_BYTES) return false;
  try {
    JSON.parse(Buffer.from(bytes).toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

const isBinaryLabel = (label: string | null): label is string =>
  label !== null && ['pdf', 'image', 'office'].includes(documentKind(label));

/** The beginning as characters: UTF-16 by BOM or declaration, else one character a byte. */
function decodeSample(bytes: Uint8Array, charset: string | null): string {
  const head = bytes.subarray(0, SAMPLE_BYTES);
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le').decode(head);
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be').decode(head);
  if (charset && /^utf-16/i.test(charset)) {
    return new TextDecoder(/be$/i.test(charset) ? 'utf-16be' : 'utf-16le').decode(head);
  }
  const hasBom = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return Buffer.from(hasBom ? head.subarray(3) : head).toString('latin1');
}

/** No NUL and hardly any control character: old text files end in 0x1A or page with 0x0C. */
function isText(sample: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what makes it binary
  const controls = sample.match(/[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0;
  return !sample.includes('\0') && controls * 100 <= sample.length + 99;
}
