import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOcrEngine, type OcrEngine } from '../../../src/adapters/ocr/ocr-engine.ts';
import { createPdfPageReader } from '../../../src/adapters/pdf-raster/pdf-page-reader.ts';
import type { PdfPageReader } from '../../../src/domain/ocr/port.ts';
import { pagePng, pageText, wordRecall } from '../../support/images.ts';
import { buildPdf } from '../../support/pdf.ts';
import { type ScannedPage, scannedPdf } from '../../support/scanned-pdf.ts';

const { signal } = new AbortController();
let engine: OcrEngine;
let pdfPages: PdfPageReader;
let text: string;
let scan: ScannedPage;

beforeAll(async () => {
  engine = await createOcrEngine({ languages: 'eng', processes: 1 });
  pdfPages = createPdfPageReader(engine);
  text = await pageText();
  const bytes = await sharp(await pagePng())
    .toColourspace('srgb')
    .jpeg({ quality: 70 })
    .toBuffer();
  scan = { jpeg: { bytes, width: 763, height: 376 } };
});

afterAll(async () => {
  await pdfPages.close();
  await engine.close();
});

const LONG_LAYER =
  'The board met in the old customs house at nine in the morning to hear both pilots and the clerk.';

describe('scanned pages', () => {
  it('are read; pages with a text layer are left alone, empty ones stay empty', async () => {
    const bytes = scannedPdf([scan, { stamp: LONG_LAYER }, {}]);
    const layers = ['', LONG_LAYER, ''].map((textLayer, index) => ({ number: index + 1, textLayer }));
    const { pages, signals } = await pdfPages.ocr(bytes, layers, signal);
    expect(pages.map(({ number, textLayer }) => ({ number, textLayer }))).toEqual(layers);
    expect(wordRecall(pages[0]?.ocr?.text ?? '', text)).toBeGreaterThan(0.95);
    expect(pages[0]?.ocr?.width).toBeCloseTo((595 / 72) * 200, -1);
    expect(pages.slice(1).map(({ ocr }) => ocr)).toEqual([null, null]);
    expect(signals).toEqual([]);
  });

  it('keep a stamp on them apart', async () => {
    const bytes = scannedPdf([{ ...scan, stamp: 'EXHIBIT A 0001' }]);
    const { pages } = await pdfPages.ocr(bytes, [{ number: 1, textLayer: 'EXHIBIT A 0001' }], signal);
    expect(pages[0]?.textLayer).toBe('EXHIBIT A 0001');
    expect(wordRecall(pages[0]?.ocr?.text ?? '', text)).toBeGreaterThan(0.95);
  });

  it('are read in the slice that is asked for', async () => {
    const { pages } = await pdfPages.ocr(scannedPdf([{}, scan]), [{ number: 2, textLayer: '' }], signal);
    expect(pages).toHaveLength(1);
    expect(pages[0]?.ocr).not.toBeNull();
  });

  it('cost the others nothing when damaged', async () => {
    const broken = { jpeg: { bytes: Buffer.from('not a jpeg'), width: 500, height: 300 } };
    const bytes = scannedPdf([broken, scan]);
    const layers = [1, 2].map((number) => ({ number, textLayer: '' }));
    const { pages } = await pdfPages.ocr(bytes, layers, signal);
    expect(pages.map(({ ocr }) => ocr !== null)).toEqual([false, true]);
  });

  it('of any size are drawn within the cap', async () => {
    const poster = { ...scan, size: [14_400, 7_100] as const };
    const { pages } = await pdfPages.ocr(scannedPdf([poster]), [{ number: 1, textLayer: '' }], signal);
    const { width = 0, height = 0 } = pages[0]?.ocr ?? {};
    expect(width * height).toBeLessThan(12_100_000);
    expect(wordRecall(pages[0]?.ocr?.text ?? '', text)).toBeGreaterThan(0.95);
  });
});

describe('text pages', () => {
  it('gain nothing from their picture when the text layer says the same', async () => {
    const bytes = buildPdf({ pages: ['Chapter Two'] });
    const { pages } = await pdfPages.ocr(bytes, [{ number: 1, textLayer: 'Chapter Two' }], signal);
    expect(pages[0]?.ocr).toBeNull();
  });

  it('are answered without opening the document', async () => {
    const { pages } = await pdfPages.ocr(new Uint8Array(), [{ number: 1, textLayer: LONG_LAYER }], signal);
    expect(pages[0]?.ocr).toBeNull();
  });
});

describe('refusing', () => {
  const layers = [{ number: 1, textLayer: '' }];

  it.each([
    ['NO_TEXT_FOUND', 'empty pages', () => scannedPdf([{}])],
    ['DOCUMENT_ENCRYPTED', 'a password', () => buildPdf({ pages: ['a'], isEncrypted: true })],
    ['DOCUMENT_CORRUPT', 'garbage', () => Buffer.from('%PDF-1.7 garbage')],
  ])('answers %s for %s', async (code, _, make) => {
    await expect(pdfPages.ocr(make(), layers, signal)).rejects.toMatchObject({ code });
  });
});
