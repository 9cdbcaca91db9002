import { Defuddle } from 'defuddle/node';
import { flattenDeepElements } from './depth.ts';
import { parsePage } from './dom.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { removeUnseen } from './prune.ts';

/** It takes any DOM; its types name the browser's, which this program does not load. */
type DefuddleInput = Parameters<typeof Defuddle>[0];

/** The article of a page without navigation, banners and related links, as Markdown; '' when none is found. */
export async function mainContentMarkdown(html: string, baseUrl: string | null): Promise<string> {
  const document = parsePage(html);
  flattenDeepElements(document.body);
  removeUnseen(document.body);
  const article = await Defuddle(document as unknown as DefuddleInput, baseUrl ?? undefined, {
    // Its extractors for single sites would fetch from third parties.
    useAsync: false,
    fetch: () => Promise.reject(new Error('no network in parsers')),
  });
  return htmlToMarkdown(article.content, baseUrl).markdown;
}
