import { directionBalance, isLineRtl, logicalText } from './bidi.ts';
import { visualLines } from './glyph-lines.ts';
import { seenGlyphs } from './hidden-glyphs.ts';
import type { PdfDocument, PdfPage } from './pdf-document.ts';
import { drawPage, type PdfFont } from './text-state.ts';

/** Annotations are no part of a page's text. */
const WITHOUT_ANNOTATIONS = { annotationMode: 0 };
const DEFAULT_FONT_MATRIX = [0.001, 0, 0, 0.001, 0, 0];

/** Letters of Hebrew and Arabic by the shape that they have in a word, and Latin ligatures. */
const PRESENTATION_FORMS = /[\ufb00-\ufb06\ufb1d-\ufd3d\ufd50-\ufdfc\ufe70-\ufefc]+/g;

/** Text of a page. */
export interface PageText {
  /** In reading order, one line per line; without what nobody sees. */
  readonly text: string;
  /** Pieces of text that nobody sees. */
  readonly hiddenTexts: number;
}

/**
 * Reads a page glyph by glyph, for pdf.js turns pieces of lines from right to left around, each for itself and
 * ligatures with them, and does not say how a piece is painted. A page that cannot be read so is read by pdf.js.
 *
 * @param number counted from 1.
 * @throws Error when the page is damaged.
 */
export async function pageText(document: PdfDocument, number: number): Promise<PageText> {
  try {
    return await readByGlyphs(await document.page(number));
  } catch {
    return { text: await document.drawnText(number), hiddenTexts: 0 };
  }
}

async function readByGlyphs(page: PdfPage): Promise<PageText> {
  const operators = await page.getOperatorList(WITHOUT_ANNOTATIONS);
  const drawn = drawPage(operators, (name) => fontOf(page, name));
  page.cleanup();
  const { shown, hiddenTexts } = seenGlyphs(drawn, page.view);
  const isPageRtl = directionBalance(shown.map(({ text }) => text).join('')) > 0;
  const lines = visualLines(shown).map((line) => logicalText(line, isLineRtl(line, isPageRtl)));
  return { text: plainLetters(lines.join('\n')), hiddenTexts };
}

function fontOf({ commonObjs }: PdfPage, name: string): PdfFont {
  const font = commonObjs.has(name) ? (commonObjs.get(name) as Partial<PdfFont>) : {};
  return {
    fontMatrix: font.fontMatrix ?? DEFAULT_FONT_MATRIX,
    vertical: font.vertical ?? false,
    isType3Font: font.isType3Font ?? false,
  };
}

/** Some forms of marks decompose to a space and the mark: the mark is meant. */
const plainLetters = (text: string): string =>
  text.replace(PRESENTATION_FORMS, (forms) => forms.normalize('NFKC').replace(/ (?=\p{M})/gu, ''));
