import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { letterHeightOf } from '../../../src/adapters/image/letter-height.ts';
import { greyOf, preparePage } from '../../../src/adapters/image/prepare-page.ts';
import { skewOf } from '../../../src/adapters/image/skew.ts';
import { pagePng } from '../../support/images.ts';

const turned = async (degrees: number) =>
  greyOf(sharp(await pagePng()).rotate(degrees, { background: '#fff' }));
const noise = (width: number, height: number) => {
  let state = 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state & 255;
  };
  return { pixels: Uint8Array.from({ length: width * height }, next), width, height };
};

describe('skew', () => {
  it.each([-14, -7.3, -1.5, 2, 4.4, 12])('is found to half a degree at %d', async (degrees) => {
    expect(Math.abs(skewOf(await turned(degrees)) - degrees)).toBeLessThan(0.5);
  });

  it.each([93, 177, 266])('is the same for a page turned further, to %d', async (degrees) => {
    const rest = degrees - Math.round(degrees / 90) * 90;
    expect(Math.abs(skewOf(await turned(degrees)) - rest)).toBeLessThan(0.5);
  });

  it('is 0 for straight pages, blank ones and noise', async () => {
    expect(skewOf(await turned(0))).toBe(0);
    expect(skewOf({ pixels: new Uint8Array(200 * 200).fill(255), width: 200, height: 200 })).toBe(0);
    expect(skewOf(noise(400, 300))).toBe(0);
  });
});

describe('letter height', () => {
  it('lies between x-height and capitals, whichever way the page is turned', async () => {
    const upright = letterHeightOf(await turned(0));
    expect(upright).toBeGreaterThanOrEqual(10);
    expect(upright).toBeLessThanOrEqual(17);
    expect(letterHeightOf(await turned(90))).toBe(upright);
  });

  it('is not told of a page without letters', () => {
    expect(
      letterHeightOf({ pixels: new Uint8Array(100 * 100).fill(255), width: 100, height: 100 }),
    ).toBeNull();
  });

  it('counts a shape once, however its strokes join', () => {
    const [width, height] = [200, 60];
    const pixels = new Uint8Array(width * height).fill(255);
    const dark = (x: number, y: number) => {
      pixels[y * width + x] = 0;
    };
    // Twelve letters U, whose two stems meet only in the last row.
    for (let letter = 0; letter < 12; letter += 1) {
      for (let y = 20; y < 33; y += 1) {
        dark(letter * 16 + 4, y);
        dark(letter * 16 + 11, y);
      }
      for (let x = 4; x <= 11; x += 1) dark(letter * 16 + x, 33);
    }
    expect(letterHeightOf({ pixels, width, height })).toBe(14);
  });
});

describe('preparing', () => {
  it.each([
    ['16-bit grey', (image: Sharp) => image.toColourspace('grey16').png()],
    ['CMYK', (image: Sharp) => image.toColourspace('cmyk').jpeg()],
    ['transparent', (image: Sharp) => image.ensureAlpha().png()],
    [
      'one bit deep',
      (image: Sharp) =>
        image.threshold().toColourspace('b-w').tiff({ bitdepth: 1, compression: 'ccittfax4' }),
    ],
  ])('takes %s pictures for what they show', async (_, encode) => {
    const { pixels, width, height } = await greyOf(sharp(await encode(sharp(await pagePng())).toBuffer()));
    expect([pixels.length, width, height]).toEqual([763 * 376, 763, 376]);
    expect(pixels[0]).toBeGreaterThan(245);
    expect(pixels.reduce((sum, value) => sum + value, 0) / pixels.length).toBeGreaterThan(200);
    expect(Math.min(...pixels.subarray(0, 763 * 100))).toBeLessThan(40);
  });

  it('leaves a good page as it is', async () => {
    const page = await greyOf(sharp(await pagePng()).resize({ width: 1_600 }));
    expect(await preparePage(page)).toEqual({ ...page, skewDegrees: 0, scale: 1 });
  });

  it('does not enlarge what would pass the cap', async () => {
    const small = await greyOf(
      sharp(await pagePng()).extend({ right: 4_000, bottom: 1_000, background: '#fff' }),
    );
    expect((await preparePage(small)).scale).toBe(1);
  });
});
