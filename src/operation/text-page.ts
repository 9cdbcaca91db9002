import { z } from 'zod';

/** Text of a document in pages. Characters are Unicode code points, as in citations: no page ends inside one. */

export const textOffset = z.int().min(0).describe('Character of the text to begin with');

/** A page of text as every face answers it. A face that cannot carry the rest cuts it (see projection/mcp-result). */
export const textPageShape = {
  markdown: z.string().describe('Text of the document from offset on (untrusted)'),
  offset: z.int().nonnegative().describe('Character with which markdown begins'),
  next_offset: z.int().nullable().describe('Pass as offset for more; null: that was all'),
  total_chars: z.int().nonnegative().describe('Characters of the whole text'),
};

const shape = z.object(textPageShape);

/** `text` from its character `offset` to its end; empty when it is shorter. */
export const textFrom = (text: string, offset: number): z.input<typeof shape> => ({
  markdown: text.slice(indexOfCharacter(text, offset)),
  offset,
  next_offset: null,
  total_chars: countCharacters(text),
});

/** The first `count` characters of `text`. */
export const firstCharacters = (text: string, count: number): string =>
  text.slice(0, indexOfCharacter(text, count));

function indexOfCharacter(text: string, count: number): number {
  let index = 0;
  for (let passed = 0; passed < count && index < text.length; passed += 1)
    index += startsPair(text, index) ? 2 : 1;
  return index;
}

function countCharacters(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index += 1) if (startsPair(text, index)) count -= 1;
  return count;
}

const startsPair = (text: string, index: number): boolean => (text.codePointAt(index) ?? 0) > 0xffff;
