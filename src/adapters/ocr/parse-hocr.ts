import type { Box, OcrWord, Turn } from '../../domain/ocr/port.ts';

/** What tesseract says of one page. */
export interface HocrPage {
  /** Boxes as in the image that was read. */
  readonly words: readonly OcrWord[];
  /** Median height of the lines, in pixels; 0 without lines. */
  readonly textHeight: number;
  /** 270 when the lines run down the page, as they do after a turn to the right; else 0. */
  readonly turn: Extract<Turn, 0 | 270>;
}

/**
 * A line or a word, e.g.
 *
 * ```
 * <span class='ocr_line' id='line_1_1' title="bbox 276 33 289 174; x_size 16; x_descenders 4; x_ascenders 4">
 *  <span class='ocrx_word' id='word_1_1' title='bbox 277 33 289 80; x_wconf 93'>FIRST</span>
 * ```
 */
const ELEMENT =
  /class='(?:ocr_(?:line|header|textfloat|caption)'[^>]* title="([^"]*)"|ocrx_word'[^>]* title='([^']*)'[^>]*>(.*?)<\/span>)/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
/** Shorter words may be taller than wide in upright lines too. */
const TELLING_LETTERS = 3;

/**
 * Words and lines of tesseract's hOCR.
 *
 * @see https://kba.github.io/hocr-spec/1.2/
 */
export function parseHocr(hocr: string): HocrPage {
  const words: OcrWord[] = [];
  const lineHeights: number[] = [];
  for (const [, line, word = '', markup = ''] of hocr.matchAll(ELEMENT)) {
    const text = plainText(markup);
    if (line !== undefined) lineHeights.push(numberIn(line, /x_size ([\d.]+)/));
    else if (text !== '') words.push({ text, confidence: numberIn(word, /x_wconf (\d+)/), box: boxOf(word) });
  }
  return { words, textHeight: median(lineHeights), turn: isSideways(words) ? 270 : 0 };
}

/** Without OSD, tesseract reads lines that run down the page, but does not say so: their words are upended. */
function isSideways(words: readonly OcrWord[]): boolean {
  const telling = words.filter(({ text }) => text.length >= TELLING_LETTERS);
  const upended = telling.filter(({ box }) => box.height > box.width);
  return upended.length * 2 > telling.length;
}

const numberIn = (title: string, pattern: RegExp): number =>
  Math.round(Number(title.match(pattern)?.[1] ?? 0));

function boxOf(title: string): Box {
  const [left = 0, top = 0, right = 0, bottom = 0] =
    title
      .match(/bbox (\d+) (\d+) (\d+) (\d+)/)
      ?.slice(1)
      .map(Number) ?? [];
  return { left, top, width: right - left, height: bottom - top };
}

const plainText = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, '')
    .replace(/&(#39|\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .trim();

const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[values.length >> 1] ?? 0;
