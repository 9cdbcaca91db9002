import { afterAll, describe, expect, it } from 'vitest';
import { createDocumentParsers } from '../../../src/adapters/document/document-parsers.ts';
import { joinPages } from '../../../src/domain/document/join-pages.ts';
import { buildPdf } from '../../support/pdf.ts';

const parsers = createDocumentParsers();
const { signal } = new AbortController();
afterAll(() => parsers.close());

const ARTICLE = Array.from(
  { length: 8 },
  (_, index) =>
    `<p>Paragraph ${index} of the article says something worth keeping, at some length, for readers.</p>`,
).join('');
const PAGE = `<html><head><title>Story</title></head><body>
  <nav><a href="/">Home</a><a href="/about">About</a></nav>
  <div id="cookie-banner" class="cookie-consent">We use cookies <button>Accept</button></div>
  <main><article><h1>Story</h1>${ARTICLE}<p hidden>for machines\u200b</p></article></main><footer>Imprint</footer>
</body></html>`;

describe('HTML', () => {
  it('keeps the whole text and tells the article apart', async () => {
    const page = await parsers.htmlToMarkdown(PAGE, 'https://site.example/', signal);
    expect(page.title).toBe('Story');
    expect(page.markdown).toMatch(/Home[\s\S]*cookies[\s\S]*Paragraph 7[\s\S]*Imprint/);
    expect(page.mainContent).toMatch(/Paragraph 0[\s\S]*Paragraph 7/);
    expect(page.mainContent).not.toMatch(/cookies|Imprint|About/);
    expect(page.signals).toEqual([{ code: 'hidden_text', count: 1 }]);
  });

  it('counts invisible characters and keeps them', async () => {
    const page = await parsers.htmlToMarkdown('<p>a\u200bb\u202ec</p>', null, signal);
    expect(page.markdown).toBe('a\u200bb\u202ec\n');
    expect(page.signals).toEqual([{ code: 'invisible_characters', count: 2 }]);
  });

  it('refuses more than 8 MiB', async () => {
    const html = 'é'.repeat(4 * 1024 * 1024 + 1);
    await expect(parsers.htmlToMarkdown(html, null, signal)).rejects.toMatchObject({
      code: 'DOCUMENT_TOO_LARGE',
    });
  });

  it('converts 2 MB of it, and 10,000 levels of it, in time', async () => {
    const row = '<p>Some <b>bold</b> text and <a href="/x">a link</a>.</p>';
    const wide = parsers.htmlToMarkdown(row.repeat(2_000_000 / row.length), null, signal);
    const deep = parsers.htmlToMarkdown(`${'<div>'.repeat(10_000)}deep`, null, signal);
    expect((await wide).markdown.length).toBeGreaterThan(1_000_000);
    expect((await deep).markdown).toBe('deep\n');
  });
});

describe('PDF', () => {
  it('is read in a worker', async () => {
    const pdf = buildPdf({ pages: ['One', 'Two'], title: 'Title' });
    expect(await parsers.pdfText(pdf, null, signal)).toEqual({
      pages: ['One', 'Two'],
      title: 'Title',
      totalPages: 2,
      signals: [],
    });
    expect(pdf).toHaveLength(buildPdf({ pages: ['One', 'Two'], title: 'Title' }).length);
  });

  it('reports encryption across the thread', async () => {
    const locked = buildPdf({ pages: ['x'], isEncrypted: true });
    await expect(parsers.pdfText(locked, null, signal)).rejects.toMatchObject({ code: 'DOCUMENT_ENCRYPTED' });
  });

  it('names its parser', () => {
    expect(parsers.versions.pdf).toMatch(/^pdf-parse\/\d+\.\d+\.\d+$/);
  });
});

describe('text', () => {
  it.each([
    ['The quick brown fox jumps over the lazy dog and runs into the woods.', 14, 'en'],
    ['Der schnelle braune Fuchs springt über den faulen Hund in den Wald.', 12, 'de'],
    ['日本語の文章です。これはテストです。', 8, 'ja'],
    ['Hello world', 2, null],
    ['1234 5678', 2, null],
  ])('is described: %j', async (text, wordCount, language) => {
    const unpaged = { markdown: text, pageStarts: [] };
    expect(await parsers.describeText(unpaged, signal)).toEqual({ wordCount, language });
  });

  it('of a megabyte does not hold the event loop', async () => {
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(23_000);
    const facts = await parsers.describeText({ markdown: text, pageStarts: [] }, signal);
    expect(facts).toEqual({ wordCount: 9 * 23_000, language: 'en' });
  });

  it('of pages is counted without their marks', async () => {
    const joined = joinPages(['One two', '', 'five <!-- page 6 -->'], 4);
    expect(await parsers.describeText(joined, signal)).toMatchObject({ wordCount: 5 });
  });
});
