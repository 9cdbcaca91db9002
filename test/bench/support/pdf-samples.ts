import { buildPdf } from '../../support/pdf.ts';
import { buildGlyphPdf } from '../../support/special-pdf.ts';
import { corpusFiles, readCorpus } from './corpus.ts';

/** A PDF and what is said to stand in it. */
export interface PdfSample {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Null where nothing but pdftotext says. */
  readonly text: string | null;
}

const LINES = [
  'Dues are paid on entry, and every vessel that anchors in the harbour pays them.',
  'The master of the vessel signs the book; the pilot countersigns it (article 12).',
  'A receipt of 40 crowns was given on 3 May, another of 17.50 on the day after.',
];
const TEXT = Array.from({ length: 5 }, () => LINES.join('\n')).join('\n');
/** In reading order, and as they stand on the page from left to right. */
const RIGHT_TO_LEFT = [
  ['שלום עולם', 'םלוע םולש'],
  ['מחיר: 12.50', '12.50 :ריחמ'],
  ['بيت كبير', 'ريبك تيب'],
] as const;

/** PDFs of our own making, with their texts. */
export function ownSamples(): readonly PdfSample[] {
  const pages = Array.from({ length: 60 }, (_, index) => `Page ${index + 1}\n${TEXT}`);
  return [
    { name: 'own-60p.pdf', bytes: buildPdf({ pages }), text: pages.join('\n') },
    {
      name: 'own-visual-order.pdf',
      bytes: buildRtl(false),
      text: RIGHT_TO_LEFT.map(([text]) => text).join('\n'),
    },
    {
      name: 'own-reading-order.pdf',
      bytes: buildRtl(true),
      text: RIGHT_TO_LEFT.map(([text]) => text).join('\n'),
    },
  ];
}

/** PDFs of the corpus with what is taken for their text. */
export async function corpusSamples(): Promise<readonly PdfSample[]> {
  const names = await corpusFiles('pdf', '.pdf');
  return Promise.all(
    names.map(async (name) => {
      const text = await readCorpus('pdf', name.replace(/pdf$/, 'consensus.txt'));
      return { name, bytes: new Uint8Array(await readCorpus('pdf', name)), text: text.toString() };
    }),
  );
}

function buildRtl(isReadingOrder: boolean): Uint8Array {
  const glyphs = RIGHT_TO_LEFT.flatMap(([, visual], line) => {
    const drawn = Array.from(visual, (text, at) => ({ text, at, line })).filter(({ text }) => text !== ' ');
    return isReadingOrder ? drawn.toReversed() : drawn;
  });
  return buildGlyphPdf(glyphs);
}
