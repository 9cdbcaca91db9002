import { OFFICE_TYPES } from './media-type.ts';
import { zipEntryNames, zipMimetype } from './zip-entries.ts';

/** Beginnings in latin1. Longer ones do not shadow shorter ones: no two share a beginning. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['%PDF-', 'application/pdf'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['II*\0', 'image/tiff'],
  ['MM\0*', 'image/tiff'],
  ['II+\0', 'image/tiff'],
  ['MM\0+', 'image/tiff'],
  ['\x1f\x8b', 'application/gzip'],
  ['Rar!\x1a\x07', 'application/vnd.rar'],
  ['7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'],
  ['\x7fELF', 'application/octet-stream'],
];

/** Main part of each OOXML kind. */
const MAIN_PARTS: readonly (readonly [string, string])[] = [
  ['word/document.xml', OFFICE_TYPES.docx],
  ['xl/workbook.xml', OFFICE_TYPES.xlsx],
  ['ppt/presentation.xml', OFFICE_TYPES.pptx],
];

/** Streams of a compound file that tell its program. Names in it are UTF-16LE. */
const OLE_STREAMS: readonly (readonly [string, string])[] = [
  ['WordDocument', OFFICE_TYPES.doc],
  ['PowerPoint Document', OFFICE_TYPES.ppt],
  ['Workbook', OFFICE_TYPES.xls],
  // A password-protected OOXML file. Which kind it is, nobody sees: any leads to the reader that says so.
  ['EncryptedPackage', OFFICE_TYPES.docx],
];

/**
 * Media type by the bytes a binary format begins with; null when none fits. A PDF header counts
 * anywhere in the first KiB when an object follows it, as PDF readers have it.
 *
 * @see https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern
 */
export function magicMediaType(bytes: Uint8Array): string | null {
  const head = latin1(bytes.subarray(0, 16));
  const fixed = SIGNATURES.find(([signature]) => head.startsWith(signature))?.[1];
  if (fixed) return fixed;
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return zipMediaType(bytes);
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return oleMediaType(bytes);
  return null;
}

/** Whether a PDF begins after some junk: header in the first KiB with an object behind it. */
export const hasLatePdfHeader = (bytes: Uint8Array): boolean =>
  /^[\s\S]{0,1023}%PDF-\d\.\d[\s\S]{0,1024}?\d+ \d+ obj/.test(latin1(bytes.subarray(0, 2_560)));

function zipMediaType(bytes: Uint8Array): string {
  const stated = zipMimetype(bytes);
  if (stated) return stated;
  const names = zipEntryNames(bytes);
  return MAIN_PARTS.find(([part]) => names.has(part))?.[1] ?? 'application/zip';
}

function oleMediaType(bytes: Uint8Array): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = OLE_STREAMS.find(([stream]) => file.includes(Buffer.from(stream, 'utf16le')));
  return found?.[1] ?? 'application/x-ole-storage';
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
