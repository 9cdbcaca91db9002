import { expect, it } from 'vitest';
import { textFrom } from '../../src/operation/text-page.ts';
import { callResult } from '../../src/projection/mcp-result.ts';

const read = (text: string, offset: number) =>
  callResult({ output: { ...textFrom(text, offset), untrusted: true }, attachment: null });

it('cuts document text to 8,000 characters, and following next_offset gives the whole', () => {
  const text = 'a🎓'.repeat(10_000);
  const pages: string[] = [];
  for (let offset: unknown = 0; typeof offset === 'number'; ) {
    const { structuredContent, content } = read(text, offset);
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
    expect(structuredContent).toMatchObject({ offset, total_chars: 20_000, untrusted: true });
    pages.push(String(structuredContent['markdown']));
    offset = structuredContent['next_offset'];
  }
  expect(pages.map((page) => [...page].length)).toEqual([8_000, 8_000, 4_000]);
  expect(pages.join('')).toBe(text);
});

it('leaves a text of 8,000 characters whole', () => {
  expect(read('a'.repeat(8_000), 0).structuredContent).toMatchObject({ next_offset: null });
});

it('answers an empty page behind the end', () => {
  expect(read('abc', 9).structuredContent).toMatchObject({ markdown: '', next_offset: null, total_chars: 3 });
});

it('links to the parts of a bundle that it has', () => {
  const artifacts = { markdown: { media_type: 'text/markdown', size: 7 }, chunks: {} };
  const { content } = callResult({ output: { bundle_id: 'ev_1', artifacts }, attachment: null });
  expect(content.slice(1)).toEqual([
    {
      type: 'resource_link',
      uri: 'evidence://bundles/ev_1/manifest',
      name: 'manifest',
      mimeType: 'application/json',
    },
    {
      type: 'resource_link',
      uri: 'evidence://bundles/ev_1/markdown',
      name: 'markdown',
      mimeType: 'text/markdown',
      size: 7,
    },
  ]);
});
