import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPdfParser, type PdfParser } from '../../src/adapters/document/pdf/pdf-parser.ts';
import { ensureProgram } from '../support/debian.ts';
import type { Figure, Section } from './section.ts';
import { alternate, summarise, timed } from './statistics.ts';
import { corpusSamples, ownSamples, type PdfSample } from './support/pdf-samples.ts';
import { tokenF1 } from './support/token-f1.ts';

const ROUNDS = { count: 7, warmUps: 2, budgetMs: 60_000 };
const { signal } = new AbortController();
const run = promisify(execFile);

/** The text of PDFs against poppler's program: what is read, and how fast. */
export const section: Section = {
  name: 'pdf-text',
  goal: 'token F1 of 0.95 and half of the pages a second of pdftotext',
  async run() {
    if (!(await ensureProgram('pdftotext', 'poppler-utils'))) throw new Error('pdftotext is not there');
    const folder = await mkdtemp(join(tmpdir(), 'affiant-bench-'));
    const parser = createPdfParser();
    try {
      return await measure(parser, folder);
    } finally {
      await parser.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measure(parser: PdfParser, folder: string): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, samples] of [
    ['own', ownSamples()],
    ['corpus', await corpusSamples()],
  ] as const) {
    if (samples.length === 0) continue;
    for (const sample of samples) await writeFile(join(folder, sample.name), sample.bytes);
    figures.push(...(await compareTexts(parser, samples, { name, folder })));
    figures.push(await compareSpeed(parser, samples, { name, folder }));
  }
  return figures;
}

interface Place {
  readonly name: string;
  readonly folder: string;
}

interface Score {
  readonly file: string;
  readonly ours: number;
  readonly theirs: number;
}

/** All files together, and each that falls below the goal. */
async function compareTexts(
  parser: PdfParser,
  samples: readonly PdfSample[],
  { name, folder }: Place,
): Promise<readonly Figure[]> {
  const scores: Score[] = [];
  for (const { name: file, bytes, text } of samples) {
    const theirs = await pdftotext(join(folder, file));
    const ours = (await parser.pdfText(bytes, null, signal)).pages.join('\n');
    scores.push({ file, ours: tokenF1(ours, text ?? theirs), theirs: tokenF1(theirs, text ?? theirs) });
  }
  const toFigure = (title: string, of: readonly Score[]): Figure => ({
    name: title,
    unit: 'F1',
    ours: summarise(of.map(({ ours }) => ours)),
    baseline: { name: 'pdftotext', ...summarise(of.map(({ theirs }) => theirs)) },
    goal: { on: 'ours', bound: '>=', value: 0.95 },
  });
  const low = scores.filter(({ ours }) => ours < 0.95);
  return [toFigure(`${name}: text`, scores), ...low.map((score) => toFigure(`  ${score.file}`, [score]))];
}

async function compareSpeed(
  parser: PdfParser,
  samples: readonly PdfSample[],
  { name, folder }: Place,
): Promise<Figure> {
  let pages = 0;
  for (const { bytes } of samples) pages += (await parser.pdfText(bytes, null, signal)).totalPages;
  const pace = async (work: (sample: PdfSample) => Promise<unknown>): Promise<number> => {
    const milliseconds = await timed(async () => {
      for (const sample of samples) await work(sample);
    });
    return (pages * 1_000) / milliseconds;
  };
  const { ours, baseline } = await alternate(
    {
      ours: () => pace(({ bytes }) => parser.pdfText(bytes, null, signal)),
      baseline: () => pace(({ name: file }) => pdftotext(join(folder, file))),
    },
    ROUNDS,
  );
  return {
    name: `${name}: pace`,
    unit: 'pages/s',
    ours,
    baseline: { name: 'pdftotext', ...baseline },
    goal: { on: 'ratio', bound: '>=', value: 0.5 },
  };
}

/** It complains about fonts on stderr and goes on. */
const pdftotext = async (file: string): Promise<string> =>
  (await run('pdftotext', [file, '-'], { maxBuffer: 64 << 20 })).stdout;
