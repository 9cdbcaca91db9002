import { createHash } from 'node:crypto';

/** What {@link buildPdf} puts into the file. */
export interface PdfContent {
  /** Text of each page; lines are set in Helvetica from the top. Latin-1 only. */
  readonly pages: readonly string[];
  readonly title?: string;
  /** Makes readers ask for a password. The content itself stays in clear: no test gets past the question. */
  readonly isEncrypted?: boolean;
}

/** A small PDF 1.4 with a correct cross-reference table. */
export function buildPdf({ pages, title, isEncrypted = false }: PdfContent): Uint8Array {
  const firstPage = 5;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${firstPage + 2 * i} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Title (${escapeString(title ?? '')}) >>`,
    ...pages.flatMap((text, index) => pageObjects(text, firstPage + 2 * index)),
  ];
  const id = '<00112233445566778899aabbccddeeff>';
  const encryption = isEncrypted
    ? ` /Encrypt ${objects.push(encryptDictionary()) && objects.length} 0 R`
    : '';
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R /ID [${id} ${id}]${encryption} >>`;
  return assemblePdf(objects, trailer);
}

/** A PDF whose page tree contains itself. */
export const buildCyclicPdf = (): Uint8Array =>
  assemblePdf(
    ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 3 /Kids [2 0 R 2 0 R 2 0 R] >>'],
    '<< /Size 3 /Root 1 0 R >>',
  );

function pageObjects(text: string, number: number): readonly string[] {
  const lines = text.split('\n').map((line) => `(${escapeString(line)}) Tj T*`);
  const stream = `BT /F1 12 Tf 14 TL 72 770 Td ${lines.join(' ')} ET`;
  const resources = '/Resources << /Font << /F1 3 0 R >> >>';
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${resources} /Contents ${number + 1} 0 R >>`,
    pdfStream(stream),
  ];
}

/** A stream object. `data` is latin-1; `entries` are further entries of its dictionary. */
export const pdfStream = (data: string, entries = ''): string =>
  `<< /Length ${data.length} ${entries} >>\nstream\n${data}\nendstream`;

/** A file of numbered objects, the first one being number 1, with a correct cross-reference table. */
export function assemblePdf(
  objects: readonly string[],
  trailer = `<< /Size ${objects.length + 1} /Root 1 0 R >>`,
): Uint8Array {
  const parts = ['%PDF-1.4\n'];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`;
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n${trailer}\nstartxref\n${length}\n%%EOF\n`,
  );
  return new Uint8Array(Buffer.from(parts.join(''), 'latin1'));
}

const escapeString = (text: string): string => text.replace(/[\\()]/g, '\\$&');

const PAD = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** Standard security handler, revision 2: the user password is `secret` (ISO 32000-1, 7.6.3.3 and 7.6.3.4). */
function encryptDictionary(): string {
  const padded = Buffer.concat([Buffer.from('secret'), PAD]).subarray(0, 32);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const permissions = Buffer.from('fcffffff', 'hex');
  const id = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
  const key = md5(Buffer.concat([padded, owner, permissions, id])).subarray(0, 5);
  const user = rc4(key, PAD);
  return `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${user.toString('hex')}> /P -4 >>`;
}

const md5 = (bytes: Buffer): Buffer => createHash('md5').update(bytes).digest();

/** OpenSSL keeps RC4 out of reach by default, so the 20 lines of it stand here. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => {
    [state[a], state[b]] = [state[b]!, state[a]!];
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255;
      j = (j + state[i]!) & 255;
      swap(i, j);
      return byte ^ state[(state[i]! + state[j]!) & 255]!;
    }),
  );
}
