import type { Signal } from '../../domain/capture/capture.ts';
import { countSignals } from '../../domain/capture/count-signals.ts';
import { CHALLENGE_SELECTORS } from '../../domain/capture/page-traits.ts';
import type { MonitoredContent } from '../../domain/monitor/content.ts';
import type { LookFilters } from '../../domain/monitor/look.ts';
import { stableAddress } from '../../domain/monitor/stable-address.ts';
import { flattenDeepElements } from '../document/html/depth.ts';
import { type DomDocument, type DomElement, parsePage } from '../document/html/dom.ts';
import { resolveLinks } from '../document/html/links.ts';
import { removeUnseen } from '../document/html/prune.ts';
import { removeNoise } from './noise-elements.ts';
import { textLines } from './text-lines.ts';

/** A page as text, and where its links are relative to. */
export interface PageSource {
  readonly html: string;
  readonly baseUrl: string;
  /** As the browser showed it; null takes it from the markup. */
  readonly title: string | null;
}

/** What is read of a page. */
export interface PageReading {
  /** By these the page as a whole is judged: filters take nothing out of them. */
  readonly title: string | null;
  readonly text: string;
  readonly signals: readonly Signal[];
  /** What is watched, before ignore patterns; null when the included part is not on the page. */
  readonly content: Omit<MonitoredContent, 'truncated'> | null;
}

const MAX_TITLE_LENGTH = 1_000;
/** A page is judged by its words only when it has few of them. */
const MAX_JUDGED_LENGTH = 10_000;

/** Reads a page. Runs in a worker thread: the page is hostile. */
export function readPageContent(
  { html, baseUrl, title: shown }: PageSource,
  filters: LookFilters,
): PageReading {
  const document = parsePage(html);
  const { body } = document;
  flattenDeepElements(body);
  const title = (shown ?? document.querySelector('title')?.textContent)?.replace(/\s+/g, ' ').trim() || null;
  const signals = traitsOf(body);
  resolveLinks(document, body, baseUrl);
  removeUnseen(body);
  const text = textLines(body, MAX_JUDGED_LENGTH).join('\n');
  const roots = includedRoots(document, filters.includeSelector);
  for (const root of roots) reduce(root, filters);
  const watchedTitle =
    filters.includeSelector === null ? (title?.slice(0, MAX_TITLE_LENGTH).toWellFormed() ?? null) : null;
  return {
    ...{ title, text, signals },
    content: roots.length === 0 ? null : contentOf(watchedTitle, roots),
  };
}

const traitsOf = (body: DomElement): Signal[] =>
  countSignals({
    password_field: body.querySelectorAll('input[type="password" i]').length,
    challenge_widget: body.querySelectorAll(CHALLENGE_SELECTORS.join()).length,
  });

/** The outermost elements that are watched, in the order of the page. */
function includedRoots(document: DomDocument, selector: string | null): readonly DomElement[] {
  if (selector === null) return [document.body];
  const found = [...(document.documentElement ?? document.body).querySelectorAll(selector)];
  const all = new Set(found);
  return found.filter((element) => !hasAncestorIn(element, all));
}

function hasAncestorIn(element: DomElement, elements: ReadonlySet<DomElement>): boolean {
  for (let at = element.parentNode; at; at = at.parentNode) if (elements.has(at)) return true;
  return false;
}

function reduce(root: DomElement, { ignoreSelectors }: LookFilters): void {
  for (const selector of ignoreSelectors)
    for (const element of root.querySelectorAll(selector)) element.remove();
  removeNoise(root);
}

const contentOf = (
  title: string | null,
  roots: readonly DomElement[],
): Omit<MonitoredContent, 'truncated'> => ({
  title,
  lines: roots.flatMap((root) => textLines(root)),
  links: addressesIn(roots, 'a[href]', 'href'),
  images: addressesIn(roots, 'img[src]', 'src'),
});

const addressesIn = (roots: readonly DomElement[], selector: string, attribute: string): string[] =>
  roots
    .flatMap((root) => [...root.querySelectorAll(selector)])
    .map((element) => stableAddress(element.getAttribute(attribute) ?? ''));
