import { deflateSync } from 'node:zlib';
import { assemblePdf, pdfStream } from './pdf.ts';

/** A glyph that {@link buildGlyphPdf} draws. */
export interface TestGlyph {
  /** What the font says of it: several characters for a ligature. */
  readonly text: string;
  /** Left end, in glyphs of one width from the left margin. */
  readonly at: number;
  /** 0 for a mark. */
  readonly width?: number;
  /** Line, counted from the top. */
  readonly line?: number;
}

const EM = 10;

/** A page of single glyphs at chosen places, drawn in the order given. Their font maps them to Unicode. */
export function buildGlyphPdf(glyphs: readonly TestGlyph[]): Uint8Array {
  const code = (index: number) => (index + 33).toString(16).padStart(2, '0');
  const show = glyphs.map(
    ({ at, line = 0 }, index) => `1 0 0 1 ${100 + at * EM} ${700 - line * 2 * EM} Tm <${code(index)}> Tj`,
  );
  const maps = glyphs.map(
    ({ text }, index) => `<${code(index)}> <${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`,
  );
  const widths = glyphs.map(({ width = 1 }) => width * 1_000).join(' ');
  const toUnicode =
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def ' +
    '1 begincodespacerange <00> <ff> endcodespacerange ' +
    `${maps.length} beginbfchar ${maps.join(' ')} endbfchar endcmap end end`;
  return assemblePdf([
    ...CATALOG,
    page('/Font << /F1 5 0 R >>'),
    pdfStream(`BT /F1 ${EM} Tf ${show.join(' ')} ET`),
    `<< /Type /Font /Subtype /TrueType /BaseFont /Plain /FirstChar 33 /LastChar ${32 + glyphs.length} /Widths [${widths}] /ToUnicode 6 0 R >>`,
    pdfStream(toUnicode),
  ]);
}

/** A page that draws `content`: with Helvetica as `F1`, a picture `Im1` and a graphics state `Clear` without ink. */
export function buildDrawnPdf(content: string): Uint8Array {
  const resources =
    '/Font << /F1 5 0 R >> /XObject << /Im1 6 0 R >> /ExtGState << /Clear << /ca 0 /CA 0 >> >>';
  const picture =
    '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8';
  return assemblePdf([
    ...CATALOG,
    page(resources),
    pdfStream(content),
    HELVETICA,
    pdfStream('\x20\x40\x60\x70', picture),
  ]);
}

/** A PDF that runs scripts, opens addresses and takes streams from `url`, wherever the format lets it. */
export function buildActivePdf(url: string): Uint8Array {
  const script = `(app.launchURL\\("${url}js"\\); this.submitForm\\("${url}submit"\\);)`;
  const action = (name: string) => `<< /S /URI /URI (${url}${name}) >>`;
  return assemblePdf([
    `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS ${script} /Next ${action('next')} >> /AA << /WC ${action('close')} >> /URI << /Base (${url}) >> /AcroForm << /Fields [] /XFA (<xdp xmlns="${url}"/>) >> >>`,
    PAGES,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /AA << /O ${action('page')} >> /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /GoToR /F << /FS /URL /F (${url}remote) >> >> >>] /Resources << /Font << /F1 5 0 R >> /XObject << /X1 6 0 R >> >> /Contents 4 0 R >>`,
    pdfStream('BT /F1 12 Tf 72 700 Td (Harmless words) Tj ET /X1 Do'),
    HELVETICA,
    pdfStream('', `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /F << /FS /URL /F (${url}form) >>`),
  ]);
}

/** A page whose content unpacks to `megabytes` of blanks, packed twice: about 10 bytes a megabyte. */
export function buildFlateBomb(megabytes: number): Uint8Array {
  const packed = deflateSync(deflateSync(Buffer.alloc(megabytes * 1_048_576, ' ')));
  const content = pdfStream(packed.toString('latin1'), '/Filter [/FlateDecode /FlateDecode]');
  return assemblePdf([...CATALOG, page('/Font << /F1 5 0 R >>'), content, HELVETICA]);
}

/** A page that draws a form that draws itself. */
export const buildCyclicForm = (): Uint8Array =>
  assemblePdf([
    ...CATALOG,
    page('/Font << /F1 5 0 R >> /XObject << /X1 6 0 R >>'),
    pdfStream('BT /F1 12 Tf 72 700 Td (Round and round) Tj ET /X1 Do'),
    HELVETICA,
    pdfStream(
      '/X1 Do',
      '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X1 6 0 R >> >>',
    ),
  ]);

const PAGES = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>';
const CATALOG = ['<< /Type /Catalog /Pages 2 0 R >>', PAGES];
const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const page = (resources: string): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents 4 0 R >>`;
