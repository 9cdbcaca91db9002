import { EvidenceError } from '../../core/error.ts';
import type { Signal } from '../capture/capture.ts';
import type { OcrPage, OcrWord } from './port.ts';

/** Words and pages below are worth a warning. */
const LOW_CONFIDENCE = 60;
/** Pictures without text read as words of confidence 15 to 45, hardly one of them above {@link LOW_CONFIDENCE}. */
const TEXTURE_CONFIDENCE = 45;
/** Text of which less can be read is not distinguished from texture. */
const READABLE_SHARE = 1 / 3;
/** Lines lower than this are not read even when enlarged, in pixels from ascender to descender. */
const MIN_TEXT_HEIGHT = 12;
/** Fewer tiny shapes are specks, not print. */
const MIN_PRINT_WORDS = 10;
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
  const words = pages.flatMap((page) => page.words).filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const readable = words.filter(({ confidence }) => confidence >= LOW_CONFIDENCE);
  const isTexture =
    meanConfidence(words) < TEXTURE_CONFIDENCE && readable.length < words.length * READABLE_SHARE;
  return words.length > 0 && !isTexture;
}

/** `low_ocr_confidence` with the number of pages that were read with little certainty; else nothing. */
export function confidenceSignals(pages: readonly OcrPage[]): readonly Signal[] {
  const count = pages.filter(
    ({ words, confidence }) => words.length > 0 && confidence < LOW_CONFIDENCE,
  ).length;
  return count === 0 ? [] : [{ code: 'low_ocr_confidence', count }];
}

/** @throws `IMAGE_TOO_SMALL` for an image in which no line of text has room. */
export function requireRoomForText({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): void {
  if (Math.min(width, height) >= MIN_SIDE) return;
  throw new EvidenceError('IMAGE_TOO_SMALL', undefined, {
    details: { width, height, minimum_side: MIN_SIDE },
  });
}

/** @throws `IMAGE_TOO_SMALL` when only tiny print was seen, `NO_TEXT_FOUND` when nothing else was read. */
export function requireReadableText(pages: readonly OcrPage[]): void {
  if (hasReadableText(pages)) return;
  const printed = pages.filter(({ words }) => words.length >= MIN_PRINT_WORDS);
  const textHeight = Math.max(...printed.map((page) => page.textHeight));
  if (printed.length === 0 || textHeight >= MIN_TEXT_HEIGHT) throw new EvidenceError('NO_TEXT_FOUND');
  throw new EvidenceError('IMAGE_TOO_SMALL', undefined, {
    details: { text_height: textHeight, minimum_text_height: MIN_TEXT_HEIGHT },
  });
}
