/** Pages as one Markdown text. */
export interface JoinedPages {
  /** Ends with one LF. */
  readonly markdown: string;
  /** Byte offset in the UTF-8 of `markdown` at which each page's mark line begins; empty without pages. */
  readonly pageStarts: readonly number[];
}

/**
 * Joins the texts of pages. Each page begins with a mark that Markdown readers do not show:
 *
 * ```
 * <!-- page 7 -->
 *
 * Text of the seventh page.
 * ```
 *
 * A text may hold such a line of its own, so pages are told apart by `pageStarts`, never by their marks.
 *
 * @param firstPage number of the first page, for a slice of a longer document.
 */
export function joinPages(pages: readonly string[], firstPage = 1): JoinedPages {
  const pageStarts: number[] = [];
  const parts: string[] = [];
  let offset = 0;
  for (const [index, text] of pages.entries()) {
    const body = text.trim();
    const part = `${index === 0 ? '' : '\n'}<!-- page ${firstPage + index} -->\n${body ? `\n${body}\n` : ''}`;
    pageStarts.push(offset + (index === 0 ? 0 : 1));
    parts.push(part);
    offset += Buffer.byteLength(part);
  }
  return { markdown: parts.join('') || '\n', pageStarts };
}

/** The text of joined pages without their marks: what counts as the document's words. */
export function unmarkPages({ markdown, pageStarts }: JoinedPages): string {
  if (pageStarts.length === 0) return markdown;
  const bytes = Buffer.from(markdown);
  const pages = pageStarts.map((start, index) => bytes.toString('utf8', start, pageStarts[index + 1]));
  return pages.map((page) => page.slice(page.indexOf('\n') + 1)).join('');
}
