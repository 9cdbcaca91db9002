import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from '../../../../src/adapters/document/html/html-to-markdown.ts';

const FIXTURES = new URL('../../../fixtures/html/', import.meta.url);
const PAGE = 'https://site.example/dir/page.html';
const read = (name: string): string => readFileSync(new URL(name, FIXTURES), 'utf8');
const convert = (html: string): string => htmlToMarkdown(html, PAGE).markdown;

describe('a page about', () => {
  const names = readdirSync(FIXTURES).filter((name) => name.endsWith('.html'));
  it.each(names)('%s reads as its Markdown', (name) => {
    expect(convert(read(name))).toBe(read(name.replace(/html$/, 'md')));
  });
});

it('counts hidden elements that hold text', () => {
  expect(htmlToMarkdown(read('hidden.html'), null)).toMatchObject({ hiddenTexts: 4, title: 'A title' });
});

it('keeps relative addresses when the page has none', () => {
  const { markdown } = htmlToMarkdown(
    '<a href="/a b">x</a> <a href="//c.example/d">y</a> <a href="data:,">z</a>',
    null,
  );
  expect(markdown).toBe('[x](/a%20b) [y](//c.example/d) z\n');
});

it.each([
  ['', '\n'],
  ['   ', '\n'],
  ['just text', 'just text\n'],
  ['a<p>b', 'a\n\nb\n'],
  ['\ud800 lone surrogate', '\ufffd lone surrogate\n'],
])('turns %j into one ended text', (html, expected) => {
  expect(convert(html)).toBe(expected);
});

it.each(['div', 'span', 'blockquote', 'b'])(
  'flattens 10,000 nested <%s> and keeps the words apart',
  (tag) => {
    const open = `<${tag}>`.repeat(10_000);
    const markdown = convert(`<p>before</p>${open}deep${open}deeper`);
    expect(markdown.replace(/[>*\s]+/g, ' ').trim()).toBe('before deep deeper');
  },
);

it('flattens nested tables and lists', () => {
  expect(convert(`${'<table><tr><td>'.repeat(10_000)}deep`)).toContain('deep');
  expect(convert(`${'<ul><li>'.repeat(10_000)}deep`)).toContain('deep');
});

it('bounds what a span can blow up', () => {
  const cell = '<td colspan="1000" rowspan="65534">x</td>';
  const markdown = convert(`<table><tr><th>h</th>${cell}</tr>${'<tr><td>y</td></tr>'.repeat(2_000)}</table>`);
  expect(markdown.length).toBeLessThan(1_000_000);
});

it('gives the same Markdown for the same page', () => {
  const html = read('tables.html') + read('lists.html');
  expect(convert(html)).toBe(convert(html));
});

it('knows footnotes whose links a browser made absolute', () => {
  const html = `a<sup><a href="${PAGE}#fn1">1</a></sup><ol><li id="fn1">note</li></ol>`;
  expect(convert(html)).toBe('a[^1]\n\n[^1]: note\n');
});

it('takes elements with more children than a call takes arguments', { timeout: 120_000 }, () => {
  const items = '<dd>x</dd><b></b>'.repeat(150_000);
  expect(convert(`<dl><dt>${'<i>y</i> '.repeat(150_000)}</dt></dl><dl>${items}</dl>`).length).toBeGreaterThan(
    600_000,
  );
});
