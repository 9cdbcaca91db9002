import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstCharacters, textFrom } from '../../src/operation/text-page.ts';

const text = fc.string({ unit: 'binary' });

it('cuts by code points, as spreading a string does', () => {
  fc.assert(
    fc.property(text, fc.nat(20), (whole, offset) => {
      const points = [...whole];
      expect(textFrom(whole, offset)).toEqual({
        markdown: points.slice(offset).join(''),
        offset,
        next_offset: null,
        total_chars: points.length,
      });
      expect(firstCharacters(whole, offset)).toBe(points.slice(0, offset).join(''));
    }),
  );
});
