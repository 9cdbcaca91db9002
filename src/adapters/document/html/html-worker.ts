import { countInvisibleCharacters } from '../../../domain/document/invisible-characters.ts';
import { answerTasks } from '../worker/answer-tasks.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { mainContentMarkdown } from './main-content.ts';

/** A conversion of the whole page, or of its main content only. */
export interface HtmlTask {
  readonly part: 'page' | 'main';
  readonly html: string;
  readonly baseUrl: string | null;
}

/** The answer to a {@link HtmlTask}; `title` and `hiddenTexts` of the whole page only. */
export interface HtmlAnswer {
  readonly markdown: string;
  readonly title: string | null;
  readonly hiddenTexts: number;
  readonly invisibleCharacters: number;
  /** Letters and digits that a reader sees: the measure by which the parts are compared. */
  readonly letters: number;
}

answerTasks(async ({ part, html, baseUrl }: HtmlTask): Promise<HtmlAnswer> => {
  const page =
    part === 'page'
      ? htmlToMarkdown(html, baseUrl)
      : { markdown: await mainContentMarkdown(html, baseUrl), title: null, hiddenTexts: 0 };
  return {
    ...page,
    invisibleCharacters: countInvisibleCharacters(page.markdown),
    letters: countLetters(page.markdown),
  };
});

function countLetters(markdown: string): number {
  let letters = 0;
  for (const [run] of markdown.replace(/\]\([^)\s]*\)/g, ']').matchAll(/[\p{L}\p{N}]+/gu))
    letters += run.length;
  return letters;
}
