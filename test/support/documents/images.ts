import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { countWords } from '../../../src/domain/document/count-words.ts';
import { pagePng, pageText, tiffPages } from '../images.ts';
import { latin1, type TestDocument } from './document.ts';

/** Pictures of one page of text, and some with none. */
export async function imageDocuments(): Promise<readonly TestDocument[]> {
  const png = await pagePng();
  const as = (format: 'jpeg' | 'webp' | 'gif') => sharp(png).toFormat(format).toBuffer();
  const blank = sharp({ create: { width: 600, height: 400, channels: 3, background: 'white' } });
  const words = countWords(await pageText());
  const expected = { words };
  return [
    { name: 'PNG', bytes: png, expected },
    { name: 'JPEG', bytes: await as('jpeg'), expected },
    { name: 'WebP', bytes: await as('webp'), expected },
    { name: 'GIF', bytes: await as('gif'), expected },
    { name: 'TIFF of two pages', bytes: await tiffPages(png, 2), expected: { words: 2 * words } },
    {
      name: 'JPEG turned by EXIF',
      bytes: await sharp(png).rotate(90).jpeg().withMetadata({ orientation: 8 }).toBuffer(),
      expected,
    },
    { name: 'PNG, labelled HTML', bytes: png, label: 'text/html', expected },
    { name: 'PNG without text', bytes: await blank.png().toBuffer(), expected: 'NO_TEXT_FOUND' },
    {
      name: 'PNG of 8 x 8 pixels',
      bytes: await sharp(png).resize(8, 8, { fit: 'fill' }).png().toBuffer(),
      expected: 'IMAGE_TOO_SMALL',
    },
    {
      name: 'PNG of 65,000 x 65,000 pixels, says its header',
      bytes: hugePng(png),
      expected: 'IMAGE_TOO_LARGE',
    },
    { name: 'PNG, cut off', bytes: png.subarray(0, png.length / 2), expected: 'DOCUMENT_CORRUPT' },
    {
      name: 'GIF that is a script too',
      bytes: latin1('GIF89a/*\0\0\0\0*/=alert(1);'),
      expected: 'DOCUMENT_CORRUPT',
    },
    {
      name: 'SVG',
      bytes: Buffer.from(
        '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><text>Dues</text></svg>',
      ),
      expected: { words: 14 },
    },
  ];
}

function hugePng(png: Buffer): Buffer {
  const huge = Buffer.from(png);
  huge.writeUInt32BE(65_000, 16);
  huge.writeUInt32BE(65_000, 20);
  huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);
  return huge;
}
