import { EvidenceError } from '../../../core/error.ts';
import type { Signal } from '../../../domain/capture/capture.ts';
import type { MarkdownDocument } from '../../../domain/document/port.ts';
import { createWorkerPool } from '../worker/worker-pool.ts';
import type { HtmlAnswer, HtmlTask } from './html-worker.ts';

/** UTF-8 bytes of HTML. */
const MAX_HTML_BYTES = 8 * 1024 * 1024;
/** The article finder's time can grow with the square of the page: it gets small pages and little time. */
const MAX_ARTICLE_BYTES = 1024 * 1024;
const ARTICLE_LIMITS = { cpuMs: 3_000 };

/** Below this share of the page's letters, a short "article" is more likely a mistake than an article. */
const MIN_ARTICLE_SHARE = 0.25;
/** An article of this many letters stands for itself, whatever surrounds it. */
const LONG_ARTICLE_LETTERS = 1_500;

/** Converts HTML in worker threads. */
export interface HtmlParser {
  /** @see DocumentParsers.htmlToMarkdown */
  htmlToMarkdown(html: string, baseUrl: string | null, signal: AbortSignal): Promise<MarkdownDocument>;
  close(): Promise<void>;
}

/** A parser with two threads: one page's text and its main content are converted side by side. */
export function createHtmlParser(): HtmlParser {
  const pool = createWorkerPool({
    script: new URL('./html-worker.ts', import.meta.url),
    size: 2,
    limits: { cpuMs: 10_000, memoryMb: 768 },
  });
  const runPage = (task: HtmlTask, signal: AbortSignal) => pool.run(task, signal) as Promise<HtmlAnswer>;
  const runArticle = async (task: HtmlTask, signal: AbortSignal): Promise<HtmlAnswer | null> => {
    try {
      return (await pool.run(task, signal, ARTICLE_LIMITS)) as HtmlAnswer;
    } catch {
      // The page's own text is the text of record; a page without a findable article is still a page.
      return null;
    }
  };
  return {
    async htmlToMarkdown(html, baseUrl, signal) {
      const sizeBytes = Buffer.byteLength(html);
      if (sizeBytes > MAX_HTML_BYTES) {
        throw new EvidenceError('DOCUMENT_TOO_LARGE', undefined, {
          details: { limit_bytes: MAX_HTML_BYTES },
        });
      }
      const hasArticle = sizeBytes <= MAX_ARTICLE_BYTES;
      const [page, article] = await Promise.all([
        runPage({ part: 'page', html, baseUrl }, signal),
        hasArticle ? runArticle({ part: 'main', html, baseUrl }, signal) : null,
      ]);
      return {
        markdown: page.markdown,
        mainContent: article && isSensible(article, page) ? article.markdown : null,
        title: page.title,
        signals: signalsOf(page),
      };
    },
    close: () => pool.close(),
  };
}

function isSensible(article: HtmlAnswer, page: HtmlAnswer): boolean {
  if (article.letters === 0) return false;
  return article.letters >= LONG_ARTICLE_LETTERS || article.letters >= page.letters * MIN_ARTICLE_SHARE;
}

function signalsOf({ hiddenTexts, invisibleCharacters }: HtmlAnswer): readonly Signal[] {
  const signals = [
    { code: 'hidden_text', count: hiddenTexts },
    { code: 'invisible_characters', count: invisibleCharacters },
  ];
  return signals.filter(({ count }) => count > 0);
}
