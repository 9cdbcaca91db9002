import { directionBalance, hasRightToLeft, isLineRtl, logicalText } from './bidi.ts';
import { visualLines } from './glyph-lines.ts';
import type { PdfDocument, PdfPage } from './pdf-document.ts';
import { drawGlyphs, type PdfFont } from './text-state.ts';

/** Annotations are no part of a page's text. */
const WITHOUT_ANNOTATIONS = { annotationMode: 0 };
const DEFAULT_FONT_MATRIX = [0.001, 0, 0, 0.001, 0, 0];

/** Letters of Hebrew and Arabic by the shape that they have in a word, and Latin ligatures. */
const PRESENTATION_FORMS = /[\ufb00-\ufb06\ufb1d-\ufd3d\ufd50-\ufdfc\ufe70-\ufefc]+/g;

/**
 * Text of a page in reading order, one line per line.
 *
 * pdf.js turns pieces of lines around, each for itself and ligatures with them; a page with text from right
 * to left is read again glyph by glyph, which takes about as long as the first reading.
 *
 * @param number counted from 1.
 */
export async function pageText(document: PdfDocument, number: number): Promise<string> {
  const drawn = await document.drawnText(number);
  return hasRightToLeft(drawn) ? readByGlyphs(await document.page(number)) : drawn;
}

async function readByGlyphs(page: PdfPage): Promise<string> {
  const operators = await page.getOperatorList(WITHOUT_ANNOTATIONS);
  const glyphs = drawGlyphs(operators, (name) => fontOf(page, name));
  const isPageRtl = directionBalance(glyphs.map(({ text }) => text).join('')) > 0;
  const lines = visualLines(glyphs, page.view).map((line) => logicalText(line, isLineRtl(line, isPageRtl)));
  page.cleanup();
  return plainLetters(lines.join('\n'));
}

function fontOf({ commonObjs }: PdfPage, name: string): PdfFont {
  const font = commonObjs.has(name) ? (commonObjs.get(name) as Partial<PdfFont>) : {};
  return { fontMatrix: font.fontMatrix ?? DEFAULT_FONT_MATRIX, vertical: font.vertical ?? false };
}

/** Some forms of marks decompose to a space and the mark: the mark is meant. */
const plainLetters = (text: string): string =>
  text.replace(PRESENTATION_FORMS, (forms) => forms.normalize('NFKC').replace(/ (?=\p{M})/gu, ''));
