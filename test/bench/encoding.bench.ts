import { decodeText } from '../../src/adapters/document/text/decode-text.ts';
import type { Figure, Section } from './section.ts';
import { summarise } from './statistics.ts';
import { corpusFiles, readCorpus } from './support/corpus.ts';
import { encodeLegacy, LEGACY_ENCODINGS } from './support/legacy-encode.ts';

/** A page in a known encoding, which its header, its own markup or a byte order mark declares. */
interface EncodedPage {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly encoding: string;
}

/** Words that each encoding can say. */
const WORDS: Readonly<Record<string, string>> = {
  big5: '港口的早晨',
  'euc-jp': '港の朝',
  'euc-kr': '항구의 아침',
  gb18030: '港口的早晨',
  gbk: '港口的早晨',
  shift_jis: '港の朝',
  'iso-8859-7': 'Το πρωί',
  'koi8-r': 'Утро в гавани',
  'tis-620': 'ท่าเรือ',
  'windows-1251': 'Утро в гавани',
  'windows-1256': 'صباح',
};
const LATIN = 'Größe';

/** The encodings that pages are declared to be in. */
export const section: Section = {
  name: 'encoding',
  goal: 'every page is read in its encoding',
  async run() {
    return [count('own', ownPages()), count('corpus', await corpusPages())].filter(
      (figure) => figure !== null,
    );
  },
};

function count(name: string, pages: readonly EncodedPage[]): Figure | null {
  if (pages.length === 0) return null;
  const right = pages.filter(({ bytes, mediaType, encoding }) => {
    const read = decodeText(bytes, mediaType);
    const text = new TextDecoder(encoding).decode(bytes);
    return read.encoding === new TextDecoder(encoding).encoding && read.text === text;
  });
  return {
    name: `${name}: read in the right encoding, of ${pages.length}`,
    unit: 'documents',
    ours: summarise([right.length]),
    baseline: null,
    goal: { on: 'ours', bound: '>=', value: pages.length },
  };
}

function ownPages(): readonly EncodedPage[] {
  const legacy = LEGACY_ENCODINGS.flatMap((encoding) => {
    const words = encodeLegacy(WORDS[encoding] ?? LATIN, encoding);
    const meta = Buffer.concat([Buffer.from(`<meta charset="${encoding}"><p>`), words]);
    return [
      { bytes: words, mediaType: `text/html; charset=${encoding}`, encoding },
      { bytes: meta, mediaType: 'text/html', encoding },
    ];
  });
  const unicode = ['\ufeffMorgen', '\ufeffBücher', '\ufeff港の朝'].flatMap((text) => [
    { bytes: Buffer.from(text, 'utf16le'), mediaType: 'text/html', encoding: 'utf-16le' },
    {
      bytes: Buffer.from(text, 'utf16le').swap16(),
      mediaType: 'text/html; charset=utf-8',
      encoding: 'utf-16be',
    },
  ]);
  return [...legacy, ...unicode];
}

/** Files named `<encoding>.<where it is declared>.html`. */
async function corpusPages(): Promise<readonly EncodedPage[]> {
  const names = await corpusFiles('encoding', '.html');
  return Promise.all(
    names.map(async (name) => {
      const [encoding = '', where] = name.split('.');
      const mediaType = where === 'header' ? `text/html; charset=${encoding}` : 'text/html';
      return { bytes: await readCorpus('encoding', name), mediaType, encoding };
    }),
  );
}
