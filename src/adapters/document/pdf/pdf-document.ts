import { createRequire } from 'node:module';
import path from 'node:path';
import { PasswordException, PDFParse } from 'pdf-parse';
import { EvidenceError } from '../../../core/error.ts';
import type { Area } from './matrix.ts';

/** The part of pdf.js' page that is used here. pdf-parse keeps it to itself. */
export interface PdfPage {
  /** Its visible part, in points. */
  readonly view: Area;
  getOperatorList(options: { readonly annotationMode: number }): Promise<PdfOperators>;
  readonly commonObjs: { has(name: string): boolean; get(name: string): unknown };
  cleanup(): void;
}

/** What a page draws, as codes of operations and their arguments. */
export interface PdfOperators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly (readonly unknown[] | null)[];
}

/** An open document. */
export interface PdfDocument {
  readonly numPages: number;
  /** As the file states it: untrusted. */
  readonly title: unknown;
  /** Text of a page in the order in which it draws it, each piece of it from left to right. */
  drawnText(page: number): Promise<string>;
  page(page: number): Promise<PdfPage>;
  close(): Promise<void>;
}

/**
 * Opens a PDF with pdf-parse.
 *
 * @throws `DOCUMENT_ENCRYPTED`, `DOCUMENT_CORRUPT`.
 */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  const parser = new PDFParse({ data: bytes, ...RESOURCES, ...SAFE_OPTIONS });
  try {
    // Its public getInfo() fails with the outline or the page labels, on which no text depends.
    const document = await (parser as unknown as Loader).load();
    return {
      numPages: document.numPages,
      title: await titleOf(document),
      async drawnText(page) {
        const { pages } = await parser.getText({ partial: [page], pageJoiner: '' });
        return pages[0]?.text ?? '';
      },
      page: (page) => document.getPage(page),
      close: () => parser.destroy(),
    };
  } catch (cause) {
    await parser.destroy();
    const code = cause instanceof PasswordException ? 'DOCUMENT_ENCRYPTED' : 'DOCUMENT_CORRUPT';
    throw new EvidenceError(code, undefined, { cause });
  }
}

/** What pdf-parse 2.4.5, pinned, calls `private`: without it no page can be asked where its text stands. */
interface Loader {
  load(): Promise<LoadedDocument>;
}

interface LoadedDocument {
  readonly numPages: number;
  getMetadata(): Promise<{ readonly info: { readonly Title?: unknown } }>;
  getPage(page: number): Promise<PdfPage>;
}

async function titleOf(document: LoadedDocument): Promise<unknown> {
  try {
    return (await document.getMetadata()).info.Title;
  } catch {
    return null;
  }
}

/** Character maps for fonts that name an encoding instead of embedding one; without them CJK text is lost. */
const fonts = path.dirname(
  createRequire(createRequire(import.meta.url).resolve('pdf-parse')).resolve('pdfjs-dist/package.json'),
);
const RESOURCES = {
  cMapUrl: `${path.join(fonts, 'cmaps')}/`,
  cMapPacked: true,
  standardFontDataUrl: `${path.join(fonts, 'standard_fonts')}/`,
};
/**
 * pdf.js draws the outline of every letter itself unless a browser takes its fonts, and that takes longer than
 * all the rest. Nothing is drawn here, so it gets a browser that takes any font and does nothing with it.
 */
const TAKES_FONTS = {
  disableFontFace: false,
  ownerDocument: { fonts: { add: () => undefined, delete: () => undefined } },
};
class UndrawnFont {
  readonly loaded = Promise.resolve(this);
}
Object.assign(globalThis, { FontFace: UndrawnFont });
/** No code from the document, no fonts of this machine (the same text everywhere), no pixels. */
const SAFE_OPTIONS = {
  ...TAKES_FONTS,
  isEvalSupported: false,
  enableXfa: false,
  useSystemFonts: false,
  maxImageSize: 1,
};
