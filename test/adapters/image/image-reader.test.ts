import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageReader } from '../../../src/adapters/image/image-reader.ts';
import { createOcrEngine, type OcrEngine } from '../../../src/adapters/ocr/ocr-engine.ts';
import type { ImageReader } from '../../../src/domain/ocr/port.ts';
import { pagePng, pageText, tiffPages, tinyTiffPages, wordRecall } from '../../support/images.ts';

const { signal } = new AbortController();
let engine: OcrEngine;
let images: ImageReader;
let png: Buffer;
let text: string;

beforeAll(async () => {
  engine = await createOcrEngine({ languages: 'eng', processes: 1 });
  images = createImageReader(engine);
  [png, text] = await Promise.all([pagePng(), pageText()]);
});

afterAll(async () => {
  await images.close();
  await engine.close();
});

describe('reading', () => {
  it('gives text, words with boxes, and facts', async () => {
    const { facts, pages, signals } = await images.read(png, signal);
    expect(facts).toEqual({ format: 'png', width: 763, height: 376, pages: 1, dpi: 150 });
    expect(signals).toEqual([]);
    const [page] = pages;
    expect(page).toMatchObject({ width: 763, height: 376, turnDegrees: 0, skewDegrees: 0 });
    expect(wordRecall(page?.text ?? '', text)).toBeGreaterThan(0.98);
    expect(page?.confidence).toBeGreaterThan(85);
    const heading = page?.words[0];
    expect(heading).toMatchObject({ text: 'Minutes', confidence: expect.any(Number) });
    expect(heading?.box.left).toBeCloseTo(70, -1);
    expect(heading?.box.top).toBeCloseTo(70, -1);
  });

  it.each(['jpeg', 'webp', 'tiff', 'gif'] as const)('takes %s', async (format) => {
    const { facts, pages } = await images.read(await sharp(png).toFormat(format).toBuffer(), signal);
    expect(facts).toMatchObject({ format, width: 763, height: 376, pages: 1 });
    expect(wordRecall(pages[0]?.text ?? '', text)).toBeGreaterThan(0.95);
  });

  it('reads every page of a TIFF', async () => {
    const { facts, pages } = await images.read(await tiffPages(png, 2), signal);
    expect(facts.pages).toBe(2);
    expect(pages.map((page) => wordRecall(page.text, text) > 0.95)).toEqual([true, true]);
  });

  it.each([
    [90, 270],
    [180, 180],
    [270, 90],
  ])(
    'finds the text of a page turned by %i degrees, and its words where they stand upright',
    async (turned, turnDegrees) => {
      const { pages } = await images.read(await sharp(png).rotate(turned).png().toBuffer(), signal);
      expect(pages[0]).toMatchObject({ width: 763, height: 376, turnDegrees });
      expect(wordRecall(pages[0]?.text ?? '', text)).toBeGreaterThan(0.98);
      const box = pages[0]?.words[0]?.box;
      expect(box?.left).toBeCloseTo(70, -1);
      expect(box?.top).toBeCloseTo(70, -1);
    },
  );

  it.each([3, 6, 8])('obeys EXIF orientation %i', async (orientation) => {
    const undo = { 3: 180, 6: 270, 8: 90 }[orientation] ?? 0;
    const photo = await sharp(png).rotate(undo).jpeg().withMetadata({ orientation }).toBuffer();
    const { facts, pages } = await images.read(photo, signal);
    expect(facts).toMatchObject({ width: 763, height: 376 });
    expect(pages[0]).toMatchObject({ turnDegrees: 0 });
    expect(wordRecall(pages[0]?.text ?? '', text)).toBeGreaterThan(0.95);
  });

  it.each([-7, 4])('straightens a page that lies askew by %i degrees', async (degrees) => {
    const askew = await sharp(png).rotate(degrees, { background: '#fff' }).png().toBuffer();
    const [page] = (await images.read(askew, signal)).pages;
    expect(page?.skewDegrees).toBeCloseTo(degrees, 0);
    expect(wordRecall(page?.text ?? '', text)).toBeGreaterThan(0.95);
  });

  it('reads light text on a dark ground', async () => {
    const dark = await sharp(png).negate({ alpha: false }).png().toBuffer();
    expect(wordRecall((await images.read(dark, signal)).pages[0]?.text ?? '', text)).toBeGreaterThan(0.95);
  });

  it('enlarges small print, and gives its boxes in pixels of the file', async () => {
    const small = await sharp(png).resize({ width: 380 }).png().toBuffer();
    const [page] = (await images.read(small, signal)).pages;
    expect(page?.width).toBe(380);
    expect(page?.words[0]?.box.left).toBeCloseTo(35, -1);
    expect(wordRecall(page?.text ?? '', text)).toBeGreaterThan(0.9);
  });
});

describe('refusing', () => {
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#fff' }, limitInputPixels: false });

  it('answers NO_TEXT_FOUND for a blank page', async () => {
    const bytes = await blank(400, 300).png().toBuffer();
    await expect(images.read(bytes, signal)).rejects.toMatchObject({ code: 'NO_TEXT_FOUND' });
  });

  it('answers NO_TEXT_FOUND for texture', async () => {
    const noise = Buffer.alloc(300 * 200);
    for (let index = 0, state = 1; index < noise.length; index += 1) {
      state = (state * 48_271) % 2_147_483_647;
      noise[index] = state & 255;
    }
    const bytes = await sharp(noise, { raw: { width: 300, height: 200, channels: 1 } })
      .png()
      .toBuffer();
    await expect(images.read(bytes, signal)).rejects.toMatchObject({ code: 'NO_TEXT_FOUND' });
  });

  it('answers IMAGE_TOO_SMALL for an image without room for a line', async () => {
    const bytes = await blank(400, 49).png().toBuffer();
    await expect(images.read(bytes, signal)).rejects.toMatchObject({
      code: 'IMAGE_TOO_SMALL',
      details: { width: 400, height: 49 },
    });
  });

  it('answers IMAGE_TOO_SMALL when the print is too fine', async () => {
    const bytes = await sharp(png).resize({ width: 120 }).png().toBuffer();
    await expect(images.read(bytes, signal)).rejects.toMatchObject({ code: 'IMAGE_TOO_SMALL' });
  });

  it.each([
    [65_000, 100],
    [6_000, 6_000],
  ])('answers IMAGE_TOO_LARGE for %i x %i pixels, by the header', async (width, height) => {
    const bytes = await blank(width, height).png().toBuffer();
    await expect(images.read(bytes, signal)).rejects.toMatchObject({
      code: 'IMAGE_TOO_LARGE',
      details: { width, height },
    });
  });

  it('answers DOCUMENT_TOO_LARGE for a TIFF of 10,000 pages', async () => {
    await expect(images.read(tinyTiffPages(10_000), signal)).rejects.toMatchObject({
      code: 'DOCUMENT_TOO_LARGE',
      details: { pages: 10_000 },
    });
  });

  it.each(['png', 'jpeg', 'webp', 'tiff', 'gif'] as const)(
    'answers DOCUMENT_CORRUPT for half a %s',
    async (format) => {
      const whole = await sharp(png).toFormat(format).toBuffer();
      const half = whole.subarray(0, whole.length / 2);
      await expect(images.read(half, signal)).rejects.toMatchObject({ code: 'DOCUMENT_CORRUPT' });
    },
  );

  it('does not open an SVG under an image label', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>');
    await expect(images.read(svg, signal)).rejects.toMatchObject({ code: 'DOCUMENT_CORRUPT' });
  });

  it('reads the image of a polyglot, and nothing of what follows it', async () => {
    const bytes = Buffer.concat([png, Buffer.from('<script>alert(1)</script>%PDF-1.7')]);
    const [page] = (await images.read(bytes, signal)).pages;
    expect(page?.text).not.toContain('script');
  });

  it('stops when its caller gives up', async () => {
    await expect(images.read(png, AbortSignal.timeout(1))).rejects.toMatchObject({
      code: 'DEADLINE_EXCEEDED',
    });
  });
});
