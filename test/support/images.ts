import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

const folder = new URL('../fixtures/images/', import.meta.url);

/** A page of 763 x 376 pixels with 50 words, our own text set in DejaVu Serif at 150 dpi. */
export const pagePng = (): Promise<Buffer> => readFile(new URL('page.png', folder));

/** What stands on {@link pagePng}. */
export const pageText = (): Promise<string> => readFile(new URL('page.txt', folder), 'utf8');

/** A TIFF of `count` pages, each 1 x 1 pixel and one bit deep: the smallest file with so many pages. */
export function tinyTiffPages(count: number): Uint8Array {
  const entries = [
    [256, 1],
    [257, 1],
    [258, 1],
    [259, 1],
    [262, 1],
    [273, 8],
    [278, 1],
    [279, 1],
  ] as const;
  const directorySize = 2 + 12 * entries.length + 4;
  const file = Buffer.alloc(10 + count * directorySize);
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(10, 4);
  for (let page = 0; page < count; page += 1) {
    const start = 10 + page * directorySize;
    file.writeUInt16LE(entries.length, start);
    for (const [index, [tag, value]] of entries.entries()) {
      const at = start + 2 + 12 * index;
      file.writeUInt16LE(tag, at);
      file.writeUInt16LE(4, at + 2);
      file.writeUInt32LE(1, at + 4);
      file.writeUInt32LE(value, at + 8);
    }
    const next = page + 1 < count ? start + directorySize : 0;
    file.writeUInt32LE(next, start + directorySize - 4);
  }
  return file;
}

/** A TIFF with the same picture on every page. */
export async function tiffPages(picture: Uint8Array, count: number): Promise<Buffer> {
  const { data, info } = await sharp(picture)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = {
    width: info.width,
    height: info.height * count,
    channels: info.channels,
    pageHeight: info.height,
  };
  return sharp(Buffer.concat(Array.from({ length: count }, () => data)), { raw })
    .tiff({ compression: 'deflate' })
    .toBuffer();
}

/** Share of the words of `expected` that `text` has, in any order. */
export function wordRecall(text: string, expected: string): number {
  const found = new Set(wordsOf(text));
  const words = wordsOf(expected);
  return words.filter((word) => found.has(word)).length / words.length;
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
