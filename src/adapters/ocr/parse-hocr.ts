import type { Box, OcrWord, Turn } from '../../domain/ocr/port.ts';

/** What tesseract says of one page. */
export interface HocrPage {
  /** Boxes as in the image that was read. */
  readonly words: readonly OcrWord[];
  /** Median height of the lines, in pixels; 0 without lines. */
  readonly textHeight: number;
  /** Clockwise turn after which most of the text stands upright. */
  readonly turn: Turn;
}

/**
 * A line (`x_size`, and `textangle` where the text is not upright) or a word (`x_wconf`), e.g.
 *
 * ```
 * <span class='ocr_line' id='line_1_1' title="bbox 276 33 289 174; textangle 270; x_size 16; …">
 *  <span class='ocrx_word' id='word_1_1' title='bbox 277 33 289 80; x_wconf 93'>FIRST</span>
 * ```
 */
const ELEMENT =
  /class='(?:ocr_(?:line|header|textfloat|caption)'[^>]* title="([^"]*)"|ocrx_word'[^>]* title='([^']*)'[^>]*>(.*?)<\/span>)/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/**
 * Words and lines of tesseract's hOCR.
 *
 * @see https://kba.github.io/hocr-spec/1.2/
 */
export function parseHocr(hocr: string): HocrPage {
  const words: OcrWord[] = [];
  const lineHeights: number[] = [];
  const lettersByTurn = new Map<Turn, number>();
  let turn: Turn = 0;
  for (const [, line, word, markup = ''] of hocr.matchAll(ELEMENT)) {
    if (line !== undefined) {
      turn = turnOf(line);
      lineHeights.push(numberIn(line, /x_size ([\d.]+)/));
      continue;
    }
    const text = plainText(markup);
    if (text === '') continue;
    lettersByTurn.set(turn, (lettersByTurn.get(turn) ?? 0) + text.length);
    words.push({ text, confidence: numberIn(word ?? '', /x_wconf (\d+)/), box: boxOf(word ?? '') });
  }
  const [mostUsed] = [...lettersByTurn].sort(([, left], [, right]) => right - left);
  return { words, textHeight: median(lineHeights), turn: mostUsed?.[0] ?? 0 };
}

/** `textangle` counts against the clock how far the text is turned, so that turning by it clockwise ends it. */
function turnOf(title: string): Turn {
  const angle = numberIn(title, /textangle (\d+)/);
  return angle === 90 || angle === 180 || angle === 270 ? angle : 0;
}

const numberIn = (title: string, pattern: RegExp): number => Math.round(Number(title.match(pattern)?.[1] ?? 0));

function boxOf(title: string): Box {
  const [left = 0, top = 0, right = 0, bottom = 0] =
    title.match(/bbox (\d+) (\d+) (\d+) (\d+)/)?.slice(1).map(Number) ?? [];
  return { left, top, width: right - left, height: bottom - top };
}

const plainText = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, '')
    .replace(/&(#39|\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .trim();

const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[values.length >> 1] ?? 0;
