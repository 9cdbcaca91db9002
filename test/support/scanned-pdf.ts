/** A page of a {@link scannedPdf}. */
export interface ScannedPage {
  /** A grey or colour JPEG that fills the page. */
  readonly jpeg?: { readonly bytes: Uint8Array; readonly width: number; readonly height: number };
  /** Text over it, in Latin-1. */
  readonly stamp?: string;
  /** Size in points; A5 across, when not given. */
  readonly size?: readonly [width: number, height: number];
}

/** A PDF of pictures, as scanners write them, with a correct cross-reference table. */
export function scannedPdf(pages: readonly ScannedPage[]): Uint8Array {
  const firstPage = 4;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${firstPage + 3 * index} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => pageObjects(page, firstPage + 3 * index)),
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  const header = '%PDF-1.4\n';
  const offsets = objects.map((_, index) => header.length + objects.slice(0, index).join('').length);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const xref = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`;
  const body = header + objects.join('');
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(body + xref + trailer, 'latin1'));
}

function pageObjects({ jpeg, stamp, size = [595, 293] }: ScannedPage, number: number): readonly string[] {
  const [width, height] = size;
  const picture = jpeg ? `q ${width} 0 0 ${height} 0 0 cm /Im1 Do Q ` : '';
  const text = stamp ? `BT /F1 9 Tf 400 8 Td (${stamp}) Tj ET` : '';
  const content = picture + text;
  const data = Buffer.from(jpeg?.bytes ?? []).toString('latin1');
  const image = `<< /Type /XObject /Subtype /Image /Width ${jpeg?.width ?? 1} /Height ${jpeg?.height ?? 1} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${data.length} >>\nstream\n${data}\nendstream`;
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 3 0 R >> /XObject << /Im1 ${number + 2} 0 R >> >> /Contents ${number + 1} 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    image,
  ];
}
