import { EvidenceError } from '../../core/error.ts';
import type { Signal } from '../capture/capture.ts';
import type { OcrPage, OcrWord } from './port.ts';

/** Words below are guesses. */
const READABLE_WORD = 50;
/** Pages below are worth a warning. */
const LOW_CONFIDENCE = 60;
/** Below, with few readable words, a picture has texture but no text. */
const NO_TEXT_CONFIDENCE = 30;
const FEW_WORDS = 5;
/** Lines lower than this are not read even when enlarged, in pixels from ascender to descender. */
const MIN_TEXT_HEIGHT = 10;
/** A picture with a shorter side holds no line of text with its margins. */
const MIN_SIDE = 50;

/** Mean of the words' confidences weighted by their lengths, 0 to 100, rounded; 0 without words. */
export function meanConfidence(words: readonly OcrWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const weighted = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
  return letters === 0 ? 0 : Math.round(weighted / letters);
}

/** Whether pages hold text that a person would recognise as such. */
export function hasReadableText(pages: readonly OcrPage[]): boolean {
  const words = pages.flatMap((page) => page.words);
  const readable = words.filter(({ text, confidence }) => confidence >= READABLE_WORD && /[\p{L}\p{N}]/u.test(text));
  const isTexture = meanConfidence(words) < NO_TEXT_CONFIDENCE && readable.length < FEW_WORDS;
  return readable.length > 0 && !isTexture;
}

/** `low_ocr_confidence` with the number of pages that were read with little certainty; else nothing. */
export function confidenceSignals(pages: readonly OcrPage[]): readonly Signal[] {
  const count = pages.filter(({ words, confidence }) => words.length > 0 && confidence < LOW_CONFIDENCE).length;
  return count === 0 ? [] : [{ code: 'low_ocr_confidence', count }];
}

/** @throws `IMAGE_TOO_SMALL` for an image in which no line of text has room. */
export function requireRoomForText({ width, height }: { readonly width: number; readonly height: number }): void {
  if (Math.min(width, height) >= MIN_SIDE) return;
  throw new EvidenceError('IMAGE_TOO_SMALL', undefined, { details: { width, height, minimum_side: MIN_SIDE } });
}

/** @throws `IMAGE_TOO_SMALL` when nothing was read and what looks like text is tiny, else `NO_TEXT_FOUND`. */
export function requireReadableText(pages: readonly OcrPage[]): void {
  if (hasReadableText(pages)) return;
  const heights = pages.map((page) => page.textHeight).filter((height) => height > 0);
  const textHeight = Math.max(...heights);
  if (heights.length === 0 || textHeight >= MIN_TEXT_HEIGHT) throw new EvidenceError('NO_TEXT_FOUND');
  throw new EvidenceError('IMAGE_TOO_SMALL', undefined, {
    details: { text_height: textHeight, minimum_text_height: MIN_TEXT_HEIGHT },
  });
}
