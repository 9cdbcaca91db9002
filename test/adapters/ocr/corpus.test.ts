import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageReader } from '../../../src/adapters/image/image-reader.ts';
import { createOcrEngine, type OcrEngine } from '../../../src/adapters/ocr/ocr-engine.ts';
import type { ImageReader } from '../../../src/domain/ocr/port.ts';
import { characterErrorRate, wordErrorRate } from '../../support/text-distance.ts';

/** Photographs, fax pages and tables with their human text, beside the repository on some machines. */
const corpus = new URL('../../../../shared/corpus/ocr/', import.meta.url);
const isWanted = process.env['AFFIANT_TEST_EXTRA'] === '1' && existsSync(corpus);
const items = isWanted ? itemsOf(readFileSync(new URL('manifest.json', corpus), 'utf8')) : [];
const VARIANTS = [0, 90, 180, 270, -5, 3];

interface Item {
  readonly file: string;
  readonly truth: string;
}

interface Score {
  readonly characters: number;
  readonly words: number;
  readonly ms: number;
}

let engine: OcrEngine;
let images: ImageReader;
let folder: string;

describe.skipIf(!isWanted)('the corpus against native tesseract --psm 1 on one thread', () => {
  beforeAll(async () => {
    engine = await createOcrEngine({ languages: 'eng', processes: 1 });
    images = createImageReader(engine);
    folder = await mkdtemp(path.join(tmpdir(), 'affiant-test-'));
    await ours(await readFile(new URL('simple.png', corpus)));
  });

  afterAll(async () => {
    await images.close();
    await engine.close();
    await rm(folder, { recursive: true });
  });

  it.each(VARIANTS)('is read no worse when turned by %i degrees', { timeout: 300_000 }, async (degrees) => {
    const rows: { file: string; ours: Score; native: Score }[] = [];
    for (const { file, truth } of items) {
      const bytes = await turned(await readFile(new URL(file, corpus)), degrees);
      rows.push({ file, ours: await score(ours, bytes, truth), native: await score(native, bytes, truth) });
    }
    const means = {
      ours: meanOf(rows.map((row) => row.ours)),
      native: meanOf(rows.map((row) => row.native)),
    };
    console.log(`turned by ${degrees}`, means);
    expect(means.ours.characters).toBeLessThan(means.native.characters + 0.005);
    expect(means.ours.words).toBeLessThan(means.native.words + 0.01);
  });
});

function itemsOf(manifest: string): readonly Item[] {
  const { items: all } = JSON.parse(manifest) as { items: { file: string; gt: { file: string } }[] };
  return all.map(({ file, gt }) => ({ file, truth: readFileSync(new URL(gt.file, corpus), 'utf8') }));
}

async function turned(bytes: Buffer, degrees: number): Promise<Buffer> {
  if (degrees === 0) return bytes;
  const upright = await sharp(bytes).autoOrient().flatten({ background: '#fff' }).png().toBuffer();
  return sharp(upright).rotate(degrees, { background: '#fff' }).png().toBuffer();
}

async function ours(bytes: Buffer): Promise<string> {
  const { pages } = await images.read(bytes, AbortSignal.timeout(60_000));
  return pages.map(({ text }) => text).join('\n');
}

async function native(bytes: Buffer): Promise<string> {
  const file = path.join(folder, 'page');
  await writeFile(file, bytes);
  const env = { ...process.env, OMP_THREAD_LIMIT: '1' };
  return (await promisify(execFile)('tesseract', [file, '-', '--psm', '1'], { env })).stdout;
}

async function score(read: (bytes: Buffer) => Promise<string>, bytes: Buffer, truth: string): Promise<Score> {
  const start = performance.now();
  const text = await read(bytes).catch(() => '');
  const ms = performance.now() - start;
  return { characters: characterErrorRate(text, truth), words: wordErrorRate(text, truth), ms };
}

function meanOf(scores: readonly Score[]): Score {
  const mean = (measure: (score: Score) => number) =>
    Math.round((scores.reduce((sum, each) => sum + measure(each), 0) / scores.length) * 1_000) / 1_000;
  return {
    characters: mean((each) => each.characters),
    words: mean((each) => each.words),
    ms: mean((each) => each.ms),
  };
}
