import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinPages } from '../../../src/domain/document/join-pages.ts';

it('marks each page with its number in the document', () => {
  expect(joinPages(['One.\n', 'Two.'], 7).markdown).toBe(
    '<!-- page 7 -->\n\nOne.\n\n<!-- page 8 -->\n\nTwo.\n',
  );
});

it('keeps the mark of an empty page', () => {
  expect(joinPages(['', 'x']).markdown).toBe('<!-- page 1 -->\n\n<!-- page 2 -->\n\nx\n');
});

it('counts page starts in bytes of UTF-8', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }).map((text) => text.toWellFormed())), (pages) => {
      const { markdown, pageStarts } = joinPages(pages);
      const bytes = Buffer.from(markdown);
      expect(pageStarts).toHaveLength(pages.length);
      for (const [index, start] of pageStarts.entries()) {
        const page = bytes.subarray(start, pageStarts[index + 1]).toString();
        expect(page.startsWith(`<!-- page ${index + 1} -->\n`)).toBe(true);
        expect(page).toContain(pages[index]!.trim());
      }
      expect(markdown.endsWith('\n')).toBe(true);
    }),
  );
});
