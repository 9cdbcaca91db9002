import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCanonical } from '../../src/core/canonical-json.ts';

describe('encodeCanonical', () => {
  it('sorts members by UTF-16 code units and writes no white space', () => {
    // RFC 8785 section 3.2.3, without its fractions.
    const value = { '€': 'Euro Sign', '\r': 'Carriage Return', '1': 'One', '😀': 'Smiley', ö: 'Letter' };
    expect(encodeCanonical(value)).toBe(
      '{"\\r":"Carriage Return","1":"One","ö":"Letter","€":"Euro Sign","😀":"Smiley"}',
    );
  });

  it.each([
    ['a fraction', { a: 0.5 }],
    ['an integer beyond 2^53', { a: 2 ** 53 }],
    ['undefined', { a: undefined }],
    ['a date', { a: new Date(0) }],
    ['a lone surrogate', { a: '\ud800' }],
    ['a lone surrogate in a name', { '\udc00': 1 }],
    ['a function', [() => 1]],
    ['a bigint', 1n],
  ])('refuses %s instead of dropping it', (_name, value) => {
    expect(() => encodeCanonical(value)).toThrow(TypeError);
  });

  it('gives back what it was given, whatever the order of members', () => {
    const leaf = fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.maxSafeInteger(),
      fc.string({ unit: 'grapheme' }),
    );
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        leaf,
        fc.array(tie('node')),
        fc.dictionary(fc.string({ unit: 'grapheme' }), tie('node'), { noNullPrototype: true }),
      ),
    })).node;
    fc.assert(
      fc.property(tree, (value) => {
        const text = encodeCanonical(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(encodeCanonical(JSON.parse(text))).toBe(text);
      }),
    );
  });
});
