import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { EvidenceError } from '../../core/error.ts';

/** A workbook of a thousand sheets has three thousand parts. */
const MAX_ENTRIES = 10_000;
const MAX_UNPACKED_BYTES = 256 * 2 ** 20;
/** Real office files stay below 30:1, but for small, repetitive ones. */
const MAX_RATIO = 100;
const SMALL_BYTES = 16 * 2 ** 20;
/** Properties are a page of XML. */
const MAX_PROPERTIES_LENGTH = 256 * 1024;
const MAX_TITLE = 1_000;

/** Parts that hold the title: of OOXML and of OpenDocument. */
const PROPERTIES = new Set(['docProps/core.xml', 'meta.xml']);
const ENTITY_DECLARATION = '<!ENTITY';
/** Stands in the manifest of an OpenDocument file for each part that a password protects. */
const ENCRYPTED_PART = 'manifest:encryption-data';
const XML_ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** What an archive tells before it is converted. */
export interface ArchiveFacts {
  readonly title: string | null;
  /** Slides of a PPTX, else null. */
  readonly slides: number | null;
}

/**
 * Reads all parts of a ZIP based office file once, before its converter sees it.
 *
 * @throws `ARCHIVE_BOMB` when it unpacks to too much, `DOCUMENT_ENCRYPTED`, and `DOCUMENT_CORRUPT` when it is
 *   damaged, lies about its sizes, or declares XML entities, which only attacks do.
 */
export async function inspectArchive(bytes: Uint8Array): Promise<ArchiveFacts> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const file = await fromBufferPromise(buffer, { lazyEntries: true });
  if (file.entryCount > MAX_ENTRIES) throw bomb({ entries: file.entryCount, limit_entries: MAX_ENTRIES });
  let title: string | null = null;
  let slides = 0;
  let unpacked = 0;
  for await (const entry of file.eachEntry()) {
    unpacked += entry.uncompressedSize;
    refuseBomb(unpacked, bytes.length);
    if (entry.isEncrypted()) throw new EvidenceError('DOCUMENT_ENCRYPTED');
    if (/^ppt\/slides\/slide\d+\.xml$/.test(entry.fileName)) slides += 1;
    if (!/\.(?:xml|rels|vml)$/i.test(entry.fileName)) continue;
    const head = await inspectXml(file, entry);
    if (PROPERTIES.has(entry.fileName)) title = titleOf(head);
  }
  return { title, slides: slides || null };
}

function refuseBomb(unpacked: number, packed: number): void {
  const isBomb = unpacked > MAX_UNPACKED_BYTES || (unpacked > SMALL_BYTES && unpacked > MAX_RATIO * packed);
  if (isBomb) throw bomb({ limit_bytes: MAX_UNPACKED_BYTES, limit_ratio: MAX_RATIO });
}

const bomb = (details: Readonly<Record<string, number>>): EvidenceError =>
  new EvidenceError('ARCHIVE_BOMB', undefined, { details });

/** @returns the beginning of the part, without the zero bytes of UTF-16, which hide a declaration. */
async function inspectXml(file: ZipFile, entry: Entry): Promise<string> {
  let head = '';
  let tail = '';
  for await (const chunk of await file.openReadStreamPromise(entry)) {
    const text = (chunk as Buffer).toString('utf8').replaceAll('\0', '');
    const seen = tail + text;
    if (seen.includes(ENCRYPTED_PART)) throw new EvidenceError('DOCUMENT_ENCRYPTED');
    if (seen.includes(ENTITY_DECLARATION)) {
      throw new EvidenceError(
        'DOCUMENT_CORRUPT',
        'The document declares XML entities, which office files may not.',
      );
    }
    tail = seen.slice(-ENCRYPTED_PART.length);
    if (head.length < MAX_PROPERTIES_LENGTH) head += text;
  }
  return head;
}

/** `<dc:title>` of Dublin Core, in which both families keep it. */
function titleOf(properties: string): string | null {
  const markup = properties.match(/<dc:title[^>]*>([^<]*)<\/dc:title>/)?.[1] ?? '';
  const text = markup.replace(/&(#?\w+);/g, decodeEntity).replace(/[\t\r\n]+/g, ' ');
  const title = text
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, MAX_TITLE);
  return title === '' ? null : title.toWellFormed();
}

function decodeEntity(entity: string, name: string): string {
  const code = Number(name.replace(/^#(?=\d)/, '').replace(/^#x/i, '0x'));
  return code <= 0x10ffff ? String.fromCodePoint(code) : (XML_ENTITIES.get(name) ?? entity);
}
