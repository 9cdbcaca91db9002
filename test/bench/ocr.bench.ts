import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createImageReader } from '../../src/adapters/image/image-reader.ts';
import { createOcrEngine } from '../../src/adapters/ocr/ocr-engine.ts';
import { createPdfPageReader } from '../../src/adapters/pdf-raster/pdf-page-reader.ts';
import { characterErrorRate, wordErrorRate } from '../support/text-distance.ts';
import type { Figure, Section } from './section.ts';
import { alternate, summarise, timed } from './statistics.ts';
import { nativeTesseract } from './support/native-tesseract.ts';
import { corpusImages, type OcrSample, ownImages, ownScan } from './support/ocr-samples.ts';

const ROUNDS = { count: 5, warmUps: 1, budgetMs: 60_000 };
/** Percentage points that rates may differ by: a few letters of the whole. */
const LEEWAY = 0.5;
const { signal } = new AbortController();

/** Text on pictures against the native program on one thread: how well and how fast it is read. */
export const section: Section = {
  name: 'ocr',
  goal: 'as fast as tesseract --psm 1 with the same language data, and no more errors',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'affiant-bench-'));
    const engine = await createOcrEngine({ languages: 'eng', processes: 1 });
    const images = createImageReader(engine);
    const pdfs = createPdfPageReader(engine);
    try {
      const native = await nativeTesseract(folder);
      const image = {
        ours: async ({ bytes }: OcrSample) => textOf((await images.read(bytes, signal)).pages),
        native: ({ name }: OcrSample) => native.image(join(folder, name)),
        byDefault: ({ name }: OcrSample) => native.imageByDefault(join(folder, name)),
      };
      const scan = await ownScan();
      const pages = Array.from({ length: scan.pages }, (_, index) => ({ number: index + 1, textLayer: '' }));
      const pdf = {
        ours: async () => textOf((await pdfs.ocr(scan.bytes, pages, signal)).pages.map(({ ocr }) => ocr)),
        native: () => native.pdf(join(folder, scan.name)),
      };
      return [
        ...(await measure('own images', await ownImages(), { ...image, folder })),
        ...(await measure('own scanned PDF', [scan], { ...pdf, folder })),
        ...(await measure('corpus', await corpusImages(), { ...image, folder })),
      ];
    } finally {
      await Promise.all([images.close(), pdfs.close()]);
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const textOf = (pages: readonly ({ readonly text: string } | null)[]): string =>
  pages.map((page) => page?.text ?? '').join('\n');

type Reader = (sample: OcrSample) => Promise<string>;

interface Readers {
  readonly ours: Reader;
  readonly native: Reader;
  readonly byDefault?: Reader;
  /** Where the native program finds the samples. */
  readonly folder: string;
}

async function measure(
  name: string,
  samples: readonly OcrSample[],
  { folder, ...readers }: Readers,
): Promise<readonly Figure[]> {
  if (samples.length === 0) return [];
  for (const sample of samples) await writeFile(join(folder, sample.name), sample.bytes);
  return [...(await compareErrors(name, samples, readers)), ...(await comparePaces(name, samples, readers))];
}

type Programs = Omit<Readers, 'folder'>;

/** Mean rates of errors over all samples. */
async function compareErrors(
  name: string,
  samples: readonly OcrSample[],
  { ours, native }: Programs,
): Promise<readonly Figure[]> {
  const [own, others] = [await textsBy(ours, samples), await textsBy(native, samples)];
  const percentage = (texts: readonly string[], rate: typeof characterErrorRate): number =>
    (100 * texts.reduce((sum, text, index) => sum + rate(text, samples[index]?.text ?? ''), 0)) /
    texts.length;
  return [['wrong characters', characterErrorRate] as const, ['wrong words', wordErrorRate] as const].map(
    ([kind, rate]): Figure => {
      const theirs = percentage(others, rate);
      return {
        name: `${name}: ${kind}`,
        unit: '%',
        ours: summarise([percentage(own, rate)]),
        baseline: { name: 'tesseract --psm 1', ...summarise([theirs]) },
        goal: { on: 'ours', bound: '<=', value: Math.round(100 * (theirs + LEEWAY)) / 100 },
      };
    },
  );
}

/** One after the other; what cannot be read is empty. */
async function textsBy(read: Reader, samples: readonly OcrSample[]): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const sample of samples) texts.push(await read(sample).catch(() => ''));
  return texts;
}

async function comparePaces(
  name: string,
  samples: readonly OcrSample[],
  { ours, native, byDefault }: Programs,
): Promise<readonly Figure[]> {
  const pages = samples.reduce((sum, sample) => sum + sample.pages, 0);
  const pace = (read: Reader) => async (): Promise<number> =>
    (pages * 1_000) / (await timed(() => textsBy(read, samples)));
  const trials = { ours: pace(ours), native: pace(native), byDefault: pace(byDefault ?? native) };
  const paces = await alternate(trials, ROUNDS);
  const against = (baseline: Figure['baseline'], goal: Figure['goal']): Figure => ({
    name: `${name}: pace`,
    unit: 'pages/s',
    ours: paces.ours,
    baseline,
    goal,
  });
  const same = against(
    { name: 'tesseract --psm 1', ...paces.native },
    { on: 'ratio', bound: '>=', value: 1 },
  );
  return byDefault
    ? [same, against({ name: 'plain tesseract, for upright pages', ...paces.byDefault }, null)]
    : [same];
}
