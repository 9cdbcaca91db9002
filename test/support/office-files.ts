import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A ZIP archive of parts by their paths; a number is that many bytes of the letter A. */
export function zipOf(parts: Readonly<Record<string, string | Uint8Array | number>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(parts)) {
    const bytes = typeof content === 'number' ? Buffer.alloc(content, 'A') : Buffer.from(content);
    zip.addBuffer(bytes, path, { compress: path !== 'mimetype' });
  }
  zip.end();
  return buffer(zip.outputStream);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const SLIDES = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument';

const relationships = (...targets: readonly (readonly [type: string, target: string])[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, target], index) => {
      const mode = target.startsWith('http') ? ' TargetMode="External"' : '';
      return `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"${mode}/>`;
    })
    .join('')}</Relationships>`;

const contentTypes = (overrides: Readonly<Record<string, string>>): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
    overrides,
  )
    .map(([part, type]) => `<Override PartName="${part}" ContentType="${TYPE}.${type}+xml"/>`)
    .join('')}</Types>`;

const coreProperties = (title: string): string =>
  `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`;

/** What {@link docxParts} puts into a document. */
export interface DocxContent {
  readonly title?: string;
  /** Inner XML of `w:body`. */
  readonly body: string;
  /** An address that the document wants its template and a picture loaded from. */
  readonly external?: string;
  /** Before the root element of the main part. */
  readonly prolog?: string;
}

/** A paragraph of Word's, with a style such as `Heading1`. */
export const wordParagraph = (text: string, style?: string): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t>${text}</w:t></w:r></w:p>`;

/** A table of Word's. */
export const wordTable = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows
    .map((row) => `<w:tr>${row.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join('')}</w:tr>`)
    .join('')}</w:tbl>`;

/** Parts of a DOCX, for {@link zipOf}. */
export function docxParts({ title = '', body, external, prolog = '' }: DocxContent): Record<string, string> {
  const remote = external
    ? { 'word/_rels/document.xml.rels': relationships(['image', external], ['attachedTemplate', external]) }
    : {};
  const picture = external
    ? `<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:imagedata r:id="rId1" xmlns:r="${OFFICE}"/></v:shape></w:pict></w:r></w:p>`
    : '';
  const style = (id: string, name: string, level: number) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr><w:outlineLvl w:val="${level}"/></w:pPr></w:style>`;
  return {
    '[Content_Types].xml': contentTypes({
      '/word/document.xml': 'wordprocessingml.document.main',
      '/word/styles.xml': 'wordprocessingml.styles',
    }),
    '_rels/.rels': relationships(['officeDocument', 'word/document.xml']),
    'docProps/core.xml': coreProperties(title),
    'word/styles.xml': `${XML}<w:styles xmlns:w="${WORD}">${style('Heading1', 'heading 1', 0)}${style('Heading2', 'heading 2', 1)}</w:styles>`,
    'word/document.xml': `${XML}${prolog}<w:document xmlns:w="${WORD}"><w:body>${body}${picture}</w:body></w:document>`,
    ...remote,
  };
}

/** Parts of an XLSX with one sheet of inline strings and numbers. */
export function xlsxParts(rows: readonly (readonly (string | number)[])[]): Record<string, string> {
  const cells = rows.map((row, y) => {
    const inRow = row.map((value, x) => {
      const place = `${String.fromCharCode(65 + x)}${y + 1}`;
      return typeof value === 'number'
        ? `<c r="${place}"><v>${value}</v></c>`
        : `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
    });
    return `<row r="${y + 1}">${inRow.join('')}</row>`;
  });
  return {
    '[Content_Types].xml': contentTypes({
      '/xl/workbook.xml': 'spreadsheetml.sheet.main',
      '/xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
    }),
    '_rels/.rels': relationships(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `${XML}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Dues" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(['worksheet', 'worksheets/sheet1.xml']),
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${SHEET}"><sheetData>${cells.join('')}</sheetData></worksheet>`,
  };
}

/** Parts of a PPTX with one text on each slide. */
export function pptxParts(slides: readonly string[]): Record<string, string> {
  const numbers = slides.map((_, index) => index + 1);
  const slide = (text: string) =>
    `${XML}<p:sld xmlns:p="${SLIDES}" xmlns:a="${DRAWING}"><p:cSld><p:spTree><p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`;
  return {
    '[Content_Types].xml': contentTypes({
      '/ppt/presentation.xml': 'presentationml.presentation.main',
      ...Object.fromEntries(numbers.map((n) => [`/ppt/slides/slide${n}.xml`, 'presentationml.slide'])),
    }),
    '_rels/.rels': relationships(['officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `${XML}<p:presentation xmlns:p="${SLIDES}" xmlns:r="${OFFICE}"><p:sldIdLst>${numbers.map((n) => `<p:sldId id="${255 + n}" r:id="rId${n}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      ...numbers.map((n) => ['slide', `slides/slide${n}.xml`] as const),
    ),
    ...Object.fromEntries(slides.map((text, index) => [`ppt/slides/slide${index + 1}.xml`, slide(text)])),
  };
}

/** Parts of an ODT, encrypted as its manifest says or not. */
export function odtParts(paragraphs: readonly string[], isEncrypted = false): Record<string, string> {
  const namespaces =
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"';
  const encryption = isEncrypted ? '<manifest:encryption-data manifest:checksum="AA=="/>' : '';
  return {
    mimetype: 'application/vnd.oasis.opendocument.text',
    'meta.xml': `${XML}<office:document-meta ${namespaces}><office:meta><dc:title>Tides &amp; dues</dc:title></office:meta></office:document-meta>`,
    'content.xml': `${XML}<office:document-content ${namespaces}><office:body><office:text>${paragraphs.map((text) => `<text:p>${text}</text:p>`).join('')}</office:text></office:body></office:document-content>`,
    'META-INF/manifest.xml': `${XML}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml">${encryption}</manifest:file-entry></manifest:manifest>`,
  };
}

/** The beginning of a compound file that holds a password-protected OOXML document. */
export function encryptedOoxml(): Buffer {
  const file = Buffer.alloc(4_096);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.write('EncryptedPackage', 1_024, 'utf16le');
  return file;
}
