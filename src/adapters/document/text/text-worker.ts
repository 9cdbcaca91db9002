import { eld } from 'eld/extrasmall';
import { countWords } from '../../../domain/document/count-words.ts';
import { type JoinedPages, unmarkPages } from '../../../domain/document/join-pages.ts';
import type { TextFacts } from '../../../domain/document/port.ts';
import { answerTasks } from '../worker/answer-tasks.ts';

/** Characters that are enough to tell a language. */
const SAMPLE_LENGTH = 4_096;
/** Fewer letters than this fit several languages; scripts of few languages need less. */
const MIN_LETTERS = 40;
const MIN_LETTERS_OTHER_SCRIPTS = 8;

answerTasks((joined: JoinedPages): TextFacts => {
  const text = unmarkPages(joined);
  return { wordCount: countWords(text), language: languageOf(text) };
});

/** By the middle of the text: pages begin and end with menus, addresses and code. */
function languageOf(text: string): string | null {
  const start = Math.max(0, Math.floor((text.length - SAMPLE_LENGTH) / 2));
  const sample = text.slice(start, start + SAMPLE_LENGTH).replace(/\]\([^)\s]*\)|https?:\/\/\S+/g, ' ');
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const other = (sample.match(/\p{L}/gu)?.length ?? 0) - latin;
  if (latin < MIN_LETTERS && other < MIN_LETTERS_OTHER_SCRIPTS) return null;
  const result = eld.detect(sample);
  return result.language && result.isReliable() ? result.language : null;
}
