import { expect, it } from 'vitest';
import { drawPage } from '../../../../src/adapters/document/pdf/text-state.ts';

/** pdf.js' numbers of the operators, by their names in a content stream. */
const OPS = {
  gs: 9,
  q: 10,
  Q: 11,
  cm: 12,
  BT: 31,
  Tc: 33,
  Tw: 34,
  Tz: 35,
  TL: 36,
  Tf: 37,
  Ts: 39,
  Td: 40,
  TD: 41,
  Tm: 42,
  'T*': 43,
  Tj: 44,
  form: 74,
  end: 75,
};

const glyph = (unicode: string) => ({
  unicode,
  width: 500,
  isSpace: unicode === ' ',
  vmetric: [-1_000, 250, 880],
});
const show = (text: string) => Array.from(text, glyph);

/** An operator and its arguments. */
type Step = readonly [keyof typeof OPS, ...unknown[]];

/** Each glyph with its place, of a font of 10 points unless the operators say another. */
function draw(...operators: readonly Step[]): readonly string[] {
  const all: readonly Step[] = [['BT'], ['Tf', 'plain', 10], ...operators];
  const list = { fnArray: all.map(([name]) => OPS[name]), argsArray: all.map(([, ...args]) => args) };
  const fontOf = (name: string) => ({
    fontMatrix: [0.001, 0, 0, 0.001, 0, 0],
    vertical: name === 'vertical',
    isType3Font: false,
  });
  return drawPage(list, fontOf).glyphs.map(
    ({ text, origin: [x, y], size }) => `${text} ${+x.toFixed(2)},${+y.toFixed(2)} ${+size.toFixed(2)}`,
  );
}

it.each<readonly [string, readonly Step[], readonly string[]]>([
  [
    'advances by width, spacing and kerning',
    [
      ['Tc', 1],
      ['Tw', 2],
      ['Tj', [...show('a b'), -200, glyph('c')]],
    ],
    ['a 0,0 10', '  6,0 10', 'b 14,0 10', 'c 22,0 10'],
  ],
  [
    'stretches what it advances',
    [
      ['Tz', 50],
      ['Tj', [glyph('a'), -1_000, glyph('b')]],
    ],
    ['a 0,0 10', 'b 7.5,0 10'],
  ],
  [
    'goes to the next line',
    [['TL', 12], ['Td', 5, 100], ['Tj', show('a')], ['T*'], ['Tj', show('b')]],
    ['a 5,100 10', 'b 5,88 10'],
  ],
  [
    'sets the leading with a move',
    [['TD', 0, -15], ['Tj', show('a')], ['T*'], ['Tj', show('b')]],
    ['a 0,-15 10', 'b 0,-30 10'],
  ],
  [
    'raises',
    [
      ['Ts', 4],
      ['Tj', show('a')],
    ],
    ['a 0,4 10'],
  ],
  [
    'turns and scales',
    [
      ['cm', 0, 2, -2, 0, 50, 60],
      ['Tm', [1, 0, 0, 1, 10, 0]],
      ['Tj', show('ab')],
    ],
    ['a 50,80 20', 'b 50,90 20'],
  ],
  [
    'restores what it saved',
    [['q'], ['cm', 2, 0, 0, 2, 0, 0], ['Tf', 'plain', 20], ['Q'], ['Tj', show('a')]],
    ['a 0,0 10'],
  ],
  [
    'enters and leaves forms',
    [['form', [1, 0, 0, 1, 7, 8], null], ['Tj', show('a')], ['end'], ['BT'], ['Tj', show('b')]],
    ['a 7,8 10', 'b 0,0 10'],
  ],
  [
    'takes the font of a graphics state',
    [
      [
        'gs',
        [
          ['LW', 1],
          ['Font', ['plain', 30]],
        ],
      ],
      ['Tj', show('a')],
    ],
    ['a 0,0 30'],
  ],
  [
    'writes downwards in a vertical font',
    [
      ['Tf', 'vertical', 10],
      ['Tj', [glyph('a'), glyph('b'), 100, glyph('c')]],
    ],
    ['a 0,0 10', 'b 0,-10 10', 'c 0,-21 10'],
  ],
])('%s', (_, operators, expected) => {
  expect(draw(...operators)).toEqual(expected);
});

it('survives more restores than saves', () => {
  expect(draw(['Q'], ['end'], ['Tj', show('a')])).toEqual(['a 0,0 10']);
});
