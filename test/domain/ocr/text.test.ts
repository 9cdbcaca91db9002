import { describe, expect, it } from 'vitest';
import { joinPages } from '../../../src/domain/document/join-pages.ts';
import type { OcrPage } from '../../../src/domain/ocr/port.ts';
import { addsText, needsOcr, ocrText, pdfPageText } from '../../../src/domain/ocr/text.ts';

const box = { left: 0, top: 0, width: 1, height: 1 };

function pageOf(text: string, confidence = 90): OcrPage {
  const words = text.split(/\s+/).map((word) => ({ text: word, confidence, box }));
  return { text, words, confidence, textHeight: 30, width: 1, height: 1, turnDegrees: 0, skewDegrees: 0 };
}

describe('a page', () => {
  it.each([
    ['', true],
    ['EXHIBIT A 0001', true],
    ['\ue001\ue002\ue003'.repeat(100), true],
    [
      'The board met in the old customs house at nine in the morning to hear both pilots and the clerk.',
      false,
    ],
    ['議'.repeat(64), false],
  ])('with the text layer %j needs its picture read: %s', (textLayer, expected) => {
    expect(needsOcr(textLayer)).toBe(expected);
  });

  it('gains from its picture only what the text layer does not say', () => {
    expect(addsText(pageOf('Chapter Two'), 'Chapter Two')).toBe(false);
    expect(addsText(pageOf('Chapter Two: harbour dues'), 'Chapter Two')).toBe(true);
    expect(addsText(pageOf('Invoice'), '')).toBe(true);
    expect(addsText(pageOf('wl ~ hn ee', 30), '')).toBe(false);
  });
});

describe('text of pages', () => {
  const layer = { number: 1, textLayer: 'EXHIBIT A\n' };

  it('keeps text layer and picture apart', () => {
    expect(pdfPageText({ ...layer, ocr: pageOf('Scanned.') })).toBe('EXHIBIT A\n\n<!-- ocr -->\n\nScanned.');
    expect(pdfPageText({ ...layer, ocr: null })).toBe('EXHIBIT A\n');
    expect(pdfPageText({ number: 1, textLayer: ' ', ocr: pageOf('Scanned.') })).toBe('Scanned.');
  });

  it('joins as pages of other documents do', () => {
    const { markdown } = joinPages([
      pdfPageText({ ...layer, ocr: pageOf('Scanned.') }),
      pageOf('Next.').text,
    ]);
    expect(markdown).toBe(
      '<!-- page 1 -->\n\nEXHIBIT A\n\n<!-- ocr -->\n\nScanned.\n\n<!-- page 2 -->\n\nNext.\n',
    );
  });

  it('ends each page of ocr.txt with a form feed', () => {
    expect(ocrText([pageOf('One.'), null, pageOf('Three.')])).toBe('One.\n\f\fThree.\n\f');
    expect(ocrText([])).toBe('');
  });
});
