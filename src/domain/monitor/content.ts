/**
 * What a monitor watches of a page: plain data, so that it can be kept as JSON (at most about 2 MB) until the
 * next look. All strings are from the page: untrusted.
 */
export interface MonitoredContent {
  /** Null when the page has none, or when only a part of the page is watched. */
  readonly title: string | null;
  /** Text as a reader sees it, one entry for each paragraph, heading, list item or table row. */
  readonly lines: readonly string[];
  /** Absolute addresses that links lead to, without session parameters, each once, in the order of the page. */
  readonly links: readonly string[];
  /** Absolute addresses of images, as `links`. */
  readonly images: readonly string[];
  /** The page has more than is kept; what is beyond is not watched. */
  readonly truncated: boolean;
}

/** The parts of a content. */
export type ContentPart = 'title' | 'text' | 'link' | 'image';

/** The whole content as one text, each entry on a line of its own: what the offsets of a diff count in. */
export const contentText = (content: MonitoredContent): string =>
  contentEntries(content)
    .map(({ text }) => text)
    .join('\n');

/** One line of {@link contentText}. */
interface ContentEntry {
  readonly part: ContentPart;
  readonly text: string;
}

/** The entries of a content in the order of {@link contentText}. */
export const contentEntries = ({ title, lines, links, images }: MonitoredContent): ContentEntry[] => [
  ...(title === null ? [] : [{ part: 'title', text: title } as const]),
  ...lines.map((text) => ({ part: 'text', text }) as const),
  ...links.map((text) => ({ part: 'link', text }) as const),
  ...images.map((text) => ({ part: 'image', text }) as const),
];
