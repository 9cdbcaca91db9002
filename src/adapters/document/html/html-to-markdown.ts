import { normaliseCodeBlocks } from './code-blocks.ts';
import { flattenDeepElements } from './depth.ts';
import type { DomDocument } from './dom.ts';
import { parsePage } from './dom.ts';
import { escapeText } from './escape.ts';
import { markFootnotes } from './footnotes.ts';
import { resolveLinks } from './links.ts';
import { removeUnseen } from './prune.ts';
import { forgetRawMarkdown } from './raw-markdown.ts';
import { restructure } from './restructure.ts';
import { convertTables } from './tables.ts';
import { createConverter } from './turndown-rules.ts';

/** The whole text of a page. */
export interface PageMarkdown {
  /** Ends with one LF. */
  readonly markdown: string;
  readonly title: string | null;
  /** Hidden elements with text that were left out. */
  readonly hiddenTexts: number;
}

/** Longer titles are cut: some pages put articles there. */
const MAX_TITLE = 1_000;

/** Markdown of all text that a reader of the page sees. @param baseUrl the page's address, for its links. */
export function htmlToMarkdown(html: string, baseUrl: string | null): PageMarkdown {
  const document = parsePage(html);
  const root = document.body;
  flattenDeepElements(root);
  forgetRawMarkdown(root);
  const title = titleOf(document);
  markFootnotes(root);
  resolveLinks(document, root, baseUrl);
  const hiddenTexts = removeUnseen(root);
  normaliseCodeBlocks(root);
  restructure(root);
  escapeText(root);
  const convert = createConverter();
  convertTables(root, convert);
  return { markdown: tidy(convert(root)), title, hiddenTexts };
}

function titleOf(document: DomDocument): string | null {
  const title = document.querySelector('title')?.textContent.replace(/\s+/g, ' ').trim();
  return title?.slice(0, MAX_TITLE).toWellFormed() || null;
}

/** One LF at the end; text that UTF-8 can say. */
const tidy = (markdown: string): string => `${markdown.trim().toWellFormed()}\n`;
