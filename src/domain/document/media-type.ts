/** How a document is read; `unknown` cannot be read at all. */
export type DocumentKind = 'html' | 'markdown' | 'text' | 'pdf' | 'image' | 'office' | 'unknown';

/** OOXML, OpenDocument and the binary formats before them, by file extension. */
export const OFFICE_TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
} as const;

const KINDS: ReadonlyMap<string, DocumentKind> = new Map([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['text/markdown', 'markdown'],
  ['text/plain', 'text'],
  ['text/csv', 'text'],
  ['text/xml', 'text'],
  ['application/xml', 'text'],
  ['application/json', 'text'],
  ['message/rfc822', 'text'],
  ['image/svg+xml', 'text'],
  ['application/pdf', 'pdf'],
  ...['png', 'jpeg', 'webp', 'tiff', 'gif'].map((name) => [`image/${name}`, 'image'] as const),
  ...Object.values(OFFICE_TYPES).map((type) => [type, 'office'] as const),
]);

const EXTENSIONS: ReadonlyMap<string, string> = new Map<string, string>([
  ...Object.entries(OFFICE_TYPES),
  ['html', 'text/html'],
  ['htm', 'text/html'],
  ['xhtml', 'application/xhtml+xml'],
  ['md', 'text/markdown'],
  ['markdown', 'text/markdown'],
  ['txt', 'text/plain'],
  ['csv', 'text/csv'],
  ['xml', 'application/xml'],
  ['json', 'application/json'],
  ['eml', 'message/rfc822'],
  ['svg', 'image/svg+xml'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
  ['gif', 'image/gif'],
]);

/** What kind of document a sniffed media type names. Parameters are ignored. */
export const documentKind = (mediaType: string): DocumentKind =>
  KINDS.get(mediaTypeEssence(mediaType) ?? '') ?? 'unknown';

/** `type/subtype` in lower case without parameters; null when there is none. */
export function mediaTypeEssence(mediaType: string | null): string | null {
  const essence = mediaType?.split(';', 1)[0]?.trim().toLowerCase();
  return essence?.includes('/') ? essence : null;
}

/** The `charset` parameter of a media type as it was written, without quotes; null when there is none. */
export const mediaTypeCharset = (mediaType: string | null): string | null =>
  mediaType?.match(/;\s*charset\s*=\s*"?([^\s";]+)/i)?.[1] ?? null;

/** The media type that a file name promises; null for a name that promises nothing we know. */
export const mediaTypeOfFilename = (filename: string | null): string | null =>
  EXTENSIONS.get(filename?.match(/\.([a-z0-9]{1,8})$/i)?.[1]?.toLowerCase() ?? '') ?? null;
