import { describe, expect, it } from 'vitest';
import type { OcrPage } from '../../../src/domain/ocr/port.ts';
import {
  confidenceSignals,
  hasReadableText,
  meanConfidence,
  requireReadableText,
  requireRoomForText,
} from '../../../src/domain/ocr/quality.ts';

const box = { left: 0, top: 0, width: 1, height: 1 };

function pageOf(confidences: readonly number[], textHeight = 30): OcrPage {
  const words = confidences.map((confidence) => ({ text: 'word', confidence, box }));
  const confidence = meanConfidence(words);
  return { text: '', words, confidence, textHeight, width: 100, height: 100, turnDegrees: 0, skewDegrees: 0 };
}

const many = (confidence: number) => Array.from({ length: 40 }, () => confidence);

describe('confidence', () => {
  it('is weighted by the length of the words', () => {
    const words = [
      { text: 'a', confidence: 0, box },
      { text: 'abc', confidence: 100, box },
    ];
    expect(meanConfidence(words)).toBe(75);
    expect(meanConfidence([])).toBe(0);
  });

  it('raises a signal for pages that are read with little certainty, but not for empty ones', () => {
    expect(confidenceSignals([pageOf([95]), pageOf([55]), pageOf([])])).toEqual([
      { code: 'low_ocr_confidence', count: 1 },
    ]);
    expect(confidenceSignals([pageOf([95])])).toEqual([]);
  });
});

describe('readable text', () => {
  it.each([
    ['one sure word', [91], true],
    ['uncertain text', many(50), true],
    ['sure words among texture', [...many(90), ...many(15)], true],
    ['nothing', [], false],
    ['texture', many(25), false],
    ['a few lucky words in texture', [...many(25), 80, 85], false],
  ])('of %s', (_, confidences, expected) => {
    expect(hasReadableText([pageOf(confidences)])).toBe(expected);
  });

  it('has letters or digits', () => {
    const page = { ...pageOf([]), words: [{ text: '—|', confidence: 95, box }] };
    expect(hasReadableText([page])).toBe(false);
  });

  it('may stand on any page', () => {
    expect(() => requireReadableText([pageOf([]), pageOf([90, 90])])).not.toThrow();
  });
});

describe('refusals', () => {
  it('tell print that is too fine from no print', () => {
    expect(() => requireReadableText([pageOf(many(25), 7)])).toThrow(
      expect.objectContaining({
        code: 'IMAGE_TOO_SMALL',
        details: { text_height: 7, minimum_text_height: 12 },
      }),
    );
    expect(() => requireReadableText([pageOf([25], 7)])).toThrow(
      expect.objectContaining({ code: 'NO_TEXT_FOUND' }),
    );
    expect(() => requireReadableText([pageOf(many(25), 30)])).toThrow(
      expect.objectContaining({ code: 'NO_TEXT_FOUND' }),
    );
    expect(() => requireReadableText([])).toThrow(expect.objectContaining({ code: 'NO_TEXT_FOUND' }));
  });

  it('begin below 50 pixels', () => {
    expect(() => requireRoomForText({ width: 50, height: 50 })).not.toThrow();
    expect(() => requireRoomForText({ width: 49, height: 500 })).toThrow(
      expect.objectContaining({ code: 'IMAGE_TOO_SMALL' }),
    );
  });
});
