import type { Worker } from 'tesseract.js';
import type { OcrPage, Turn } from '../../domain/ocr/port.ts';
import { meanConfidence } from '../../domain/ocr/quality.ts';
import { turnedBox, turnedSize } from '../../domain/ocr/upright.ts';
import type { GreyImage } from '../image/grey-image.ts';
import type { PreparedPage } from '../image/prepare-page.ts';
import { type HocrPage, parseHocr } from './parse-hocr.ts';

/**
 * A reading below may be of a page that stands on its head. Upright and sideways (turned clockwise) text is
 * found by tesseract itself; the two other turns read as nonsense of confidence 20 to 50.
 */
const DOUBTFUL_CONFIDENCE = 65;

/** Reads a page, whichever way it is turned. */
export async function recognise(tesseract: Worker, page: PreparedPage): Promise<OcrPage> {
  const first = await readOnce(tesseract, page, 0);
  if (first.confidence >= DOUBTFUL_CONFIDENCE) return first;
  const second = await readOnce(tesseract, upsideDown(page), 180);
  return second.confidence > first.confidence ? second : first;
}

async function readOnce(tesseract: Worker, page: PreparedPage, turned: 0 | 180): Promise<OcrPage> {
  const { data } = await tesseract.recognize(portableGreymap(page), {}, { text: true, hocr: true });
  const reading = parseHocr(data.hocr ?? '');
  const words = uprightWords(reading, page);
  const size = turnedSize(page, reading.turn);
  return {
    text: data.text.trim(),
    words,
    confidence: meanConfidence(words),
    textHeight: Math.round(reading.textHeight / page.scale),
    width: Math.round(size.width / page.scale),
    height: Math.round(size.height / page.scale),
    turnDegrees: ((turned + reading.turn) % 360) as Turn,
    skewDegrees: page.skewDegrees,
  };
}

/** Words in pixels of the upright page, the enlargement taken back. */
function uprightWords({ words, turn }: HocrPage, page: PreparedPage): OcrPage['words'] {
  return words.map((word) => {
    const { left, top, width, height } = turnedBox(word.box, page, turn);
    const [x, y, w, h] = [left, top, width, height].map((side) => Math.round(side / page.scale));
    return { ...word, box: { left: x ?? 0, top: y ?? 0, width: w ?? 0, height: h ?? 0 } };
  });
}

/** In raw pixels, a turn by 180 degrees is the reverse order. */
const upsideDown = (page: PreparedPage): PreparedPage => ({ ...page, pixels: page.pixels.toReversed() });

/**
 * Header `P5`, width, height, maximum, then the bytes: the one format that costs nothing to write and to read.
 *
 * @see https://netpbm.sourceforge.net/doc/pgm.html
 */
const portableGreymap = ({ pixels, width, height }: GreyImage): Buffer =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels]);
