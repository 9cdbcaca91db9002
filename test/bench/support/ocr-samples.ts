import sharp from 'sharp';
import { pagePng, pageText } from '../../support/images.ts';
import { scannedPdf } from '../../support/scanned-pdf.ts';
import { readCorpus } from './corpus.ts';

/** A picture of text, and the text as a person reads it. */
export interface OcrSample {
  /** Without `/`: the name of its file. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly pages: number;
}

const A4 = [595, 842] as const;
const PDF_PAGES = 3;

/** Our page as scanners and cameras give it: turned, askew, and turned by a note in the file. */
export async function ownImages(): Promise<readonly OcrSample[]> {
  const [png, text] = [await pagePng(), await pageText()];
  const turned = (degrees: number) => sharp(png).rotate(degrees, { background: '#fff' }).png().toBuffer();
  const named = (name: string, bytes: Uint8Array): OcrSample => ({ name, bytes, text, pages: 1 });
  return [
    named('upright.png', png),
    ...(await Promise.all([90, 180, 270, -5].map(async (by) => named(`turned${by}.png`, await turned(by))))),
    named(
      'exif6.jpg',
      await sharp(await turned(270))
        .jpeg()
        .withMetadata({ orientation: 6 })
        .toBuffer(),
    ),
  ];
}

/** A scanned PDF: our page, enlarged, at the top of sheets of A4. */
export async function ownScan(): Promise<OcrSample> {
  const { data, info } = await sharp(await pagePng())
    .resize({ width: 1_650, height: 2_335, fit: 'contain', position: 'top', background: '#fff' })
    .toColourspace('srgb')
    .jpeg({ quality: 80 })
    .toBuffer({ resolveWithObject: true });
  const jpeg = { bytes: data, width: info.width, height: info.height };
  const text = `${await pageText()}\n`.repeat(PDF_PAGES);
  const bytes = scannedPdf(Array.from({ length: PDF_PAGES }, () => ({ jpeg, size: A4 })));
  return { name: 'scan.pdf', bytes, text, pages: PDF_PAGES };
}

/** Images of the corpus with their human text; none without the corpus. */
export async function corpusImages(): Promise<readonly OcrSample[]> {
  const manifest = await readCorpus('ocr', 'manifest.json').catch(() => Buffer.from('{"items":[]}'));
  const { items } = JSON.parse(manifest.toString()) as {
    readonly items: readonly { readonly file: string; readonly gt: { readonly file: string } }[];
  };
  return Promise.all(
    items.map(async ({ file, gt }) => ({
      name: file,
      bytes: await readCorpus('ocr', file),
      text: (await readCorpus('ocr', gt.file)).toString(),
      pages: 1,
    })),
  );
}
