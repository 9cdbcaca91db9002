/** Tags of a report. None of them runs, loads or submits anything; `img` loads what the renderer itself names. */
export type ReportTag =
  | 'article'
  | 'section'
  | 'header'
  | 'h2'
  | 'h3'
  | 'p'
  | 'div'
  | 'span'
  | 'strong'
  | 'code'
  | 'pre'
  | 'bdi'
  | 'time'
  | 'dl'
  | 'dt'
  | 'dd'
  | 'ul'
  | 'ol'
  | 'li'
  | 'figure'
  | 'figcaption'
  | 'img'
  | 'table'
  | 'caption'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td';

type AttributeName =
  | 'id'
  | 'class'
  | 'role'
  | 'scope'
  | 'datetime'
  | 'src'
  | 'alt'
  | 'tabindex'
  | 'aria-label'
  | 'aria-labelledby'
  | `data-${string}`;

/** Attributes that can neither run code nor lead anywhere. */
export type Attributes = Readonly<Partial<Record<AttributeName, string>>>;

/**
 * A node of a report. A string is text and stays text: the HTML writer escapes it, the web page makes a text node
 * of it.
 */
export type ReportNode = string | ReportElement;

/** An element with its children. */
export interface ReportElement {
  readonly tag: ReportTag;
  readonly attributes: Attributes;
  readonly children: readonly ReportNode[];
}

/** An element. */
export const element = (
  tag: ReportTag,
  attributes: Attributes,
  children: readonly ReportNode[] = [],
): ReportElement => ({ tag, attributes, children });
