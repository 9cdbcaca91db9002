import { readdir, readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { htmlToMarkdown } from '../../src/adapters/document/html/html-to-markdown.ts';
import type { Figure, Section } from './section.ts';
import { alternate, summarise, timed } from './statistics.ts';
import { corpusFiles, readCorpus } from './support/corpus.ts';
import { structureOf, wordsOnly } from './support/markdown-structure.ts';
import { bagF1, tokenF1 } from './support/token-f1.ts';

/** Where our own pages say they come from. */
const OWN_ADDRESS = 'https://site.example/dir/page.html';
const ROUNDS = { count: 7, warmUps: 2, budgetMs: 20_000 };

/** A page with the Markdown that a person wants from it. */
interface Page {
  readonly html: string;
  /** Its address; null where the wanted Markdown keeps addresses as they are. */
  readonly baseUrl: string | null;
  readonly markdown: string;
}

/** Pages as Markdown, against the usual pair of libraries. */
export const section: Section = {
  name: 'markdown',
  goal: 'text and structure at least as near to the wanted Markdown as readability and turndown bring them',
  async run() {
    const figures: Figure[] = [];
    for (const [name, pages] of [
      ['own', await ownPages()],
      ['corpus', await corpusPages()],
    ] as const) {
      if (pages.length > 0) figures.push(...(await compare(name, pages)));
    }
    return figures;
  },
};

async function compare(name: string, pages: readonly Page[]): Promise<readonly Figure[]> {
  const score = (title: string, measure: (found: string, wanted: string) => number): Figure => {
    const scoresOf = (convert: typeof ours) => pages.map((page) => measure(convert(page), page.markdown));
    return {
      name: `${name}: ${title}, mean of ${pages.length} pages`,
      unit: 'F1',
      ours: summarise([mean(scoresOf(ours))]),
      baseline: { name: 'readability+turndown', ...summarise([mean(scoresOf(theirs))]) },
      goal: { on: 'ratio', bound: '>=', value: 1 },
    };
  };
  const pace = (convert: typeof ours) => () => timed(async () => pages.map(convert));
  const times = await alternate({ ours: pace(ours), baseline: pace(theirs) }, ROUNDS);
  return [
    score('words', (found, wanted) => tokenF1(wordsOnly(found), wordsOnly(wanted))),
    score('structure', (found, wanted) => bagF1(structureOf(found), structureOf(wanted))),
    {
      name: `${name}: time for all`,
      unit: 'ms',
      ours: times.ours,
      baseline: { name: 'readability+turndown', ...times.baseline },
      goal: null,
    },
  ];
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const ours = ({ html, baseUrl }: Page): string => htmlToMarkdown(html, baseUrl).markdown;

type ReadableDocument = ConstructorParameters<typeof Readability>[0];

/** A page without an article that readability finds is converted whole. */
function theirs({ html, baseUrl }: Page): string {
  const { document } = parseHTML(/<body/i.test(html) ? html : `<html><body>${html}</body></html>`);
  if (baseUrl) document.head.append(Object.assign(document.createElement('base'), { href: baseUrl }));
  const article = new Readability(document as unknown as ReadableDocument).parse();
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
  return service.turndown(article?.content || html);
}

async function ownPages(): Promise<readonly Page[]> {
  const folder = new URL('../fixtures/html/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  const read = (name: string) => readFile(new URL(name, folder), 'utf8');
  return Promise.all(
    names.map(async (name) => ({
      html: await read(name),
      baseUrl: OWN_ADDRESS,
      markdown: await read(name.replace(/html$/, 'md')),
    })),
  );
}

async function corpusPages(): Promise<readonly Page[]> {
  const names = await corpusFiles('html-to-markdown', '.md');
  const pages = new Set(await corpusFiles('html-to-markdown', ''));
  return Promise.all(
    names.map(async (name) => {
      const page = name.replace(/\.md$/, '');
      const html = pages.has(page)
        ? await readCorpus('html-to-markdown', page)
        : gunzipSync(await readCorpus('html-to-markdown', `${page}.gz`));
      return {
        html: html.toString(),
        baseUrl: null,
        markdown: (await readCorpus('html-to-markdown', name)).toString(),
      };
    }),
  );
}
