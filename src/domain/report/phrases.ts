import { element, type ReportElement, type ReportNode } from './element.ts';
import { visibleText } from './visible-text.ts';

/** Text of a page, file or peer: made visible, and kept from reordering what stands beside it. */
export const foreign = (text: string): ReportElement => element('bdi', {}, [visibleText(text)]);

/** A digest, address or id. */
export const code = (text: string): ReportElement => element('code', {}, [visibleText(text)]);

/** A time as people read it, always UTC; what is no RFC 3339 time in UTC stays as it is. */
export function time(text: string): ReportElement {
  const [, date, clock] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(text) ?? [];
  if (!date || !clock) return foreign(text);
  return element('time', { datetime: text }, [`${date} ${clock} UTC`]);
}

/** `1 request`, `2 requests`. */
export const count = (value: number, noun: string): string => `${value} ${noun}${value === 1 ? '' : 's'}`;

/** Bytes in the unit that fits, e.g. `1.2 MB`. */
export function size(bytes: number): string {
  const power = Math.min(3, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${['bytes', 'kB', 'MB', 'GB'][power]}`;
}

/** A term and what is said of it; null leaves the row out. */
export type Fact = readonly [term: string, value: ReportNode | readonly ReportNode[] | null];

/** Terms and values. */
export const factList = (facts: readonly Fact[]): ReportElement =>
  element(
    'dl',
    {},
    facts.flatMap(([term, value]) =>
      value === null
        ? []
        : [element('div', {}, [element('dt', {}, [term]), element('dd', {}, [value].flat())])],
    ),
  );

/** A section that screen readers announce by its heading. */
export const section = (id: string, heading: string, children: readonly ReportNode[]): ReportElement =>
  element('section', { 'aria-labelledby': id }, [element('h2', { id }, [heading]), ...children]);

/** A table whose first cell names each row; scrolls by itself where the page is narrow. */
export function table(
  { caption, columns }: { readonly caption: string; readonly columns: readonly string[] },
  rows: readonly ReportElement[],
): ReportElement {
  const head = columns.map((column) => element('th', { scope: 'col' }, [column]));
  return element('div', { class: 'scroll', role: 'region', 'aria-label': caption, tabindex: '0' }, [
    element('table', {}, [
      element('caption', {}, [caption]),
      element('thead', {}, [element('tr', {}, head)]),
      element('tbody', {}, rows),
    ]),
  ]);
}
