import { type Format, toMarkdownBytes } from '@firecrawl/anydoc';
import { fromUtf8 } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import type { ErrorCode } from '../../core/error-codes.ts';
import { csvToMarkdown } from '../../domain/office/csv.ts';
import type { OfficeDocument } from '../../domain/office/port.ts';
import { inspectArchive } from './inspect-archive.ts';

/** Kinds that are converted, by their file extensions. */
export type OfficeFormat = 'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'doc' | 'xls' | 'ppt' | 'csv';

const ZIP_MAGIC = 'PK';
/** Begins a compound file: the old binary formats, and every password-protected OOXML file. */
const COMPOUND_MAGIC = '\xd0\xcf\x11\xe0';
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le');

const CODES: Readonly<Record<string, ErrorCode>> = {
  encrypted: 'DOCUMENT_ENCRYPTED',
  malformed: 'DOCUMENT_CORRUPT',
  missingPart: 'DOCUMENT_CORRUPT',
  unsupported: 'DOCUMENT_UNSUPPORTED',
  resourceLimit: 'DOCUMENT_TOO_LARGE',
};

/** Converts in this process: for the child only, as native code reads the bytes. @see OfficeConverter */
export async function convert(bytes: Uint8Array, format: OfficeFormat): Promise<OfficeDocument> {
  if (format === 'csv') return { markdown: csvToMarkdown(fromUtf8(bytes)), title: null, pages: null };
  const { title, slides } = await inspectContainer(bytes);
  const markdown = await toMarkdown(bytes, format);
  return { markdown: `${markdown.trim()}\n`, title, pages: slides };
}

async function inspectContainer(bytes: Uint8Array) {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = file.toString('latin1', 0, 4);
  if (magic.startsWith(ZIP_MAGIC)) return inspectArchive(file);
  if (magic !== COMPOUND_MAGIC) throw new EvidenceError('DOCUMENT_CORRUPT');
  if (file.includes(ENCRYPTED_STREAM)) throw new EvidenceError('DOCUMENT_ENCRYPTED');
  return { title: null, slides: null };
}

async function toMarkdown(bytes: Uint8Array, format: OfficeFormat): Promise<string> {
  try {
    return await toMarkdownBytes(bytes, format as Format);
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    throw new EvidenceError(CODES[reason] ?? 'DOCUMENT_CORRUPT', undefined, { cause });
  }
}
