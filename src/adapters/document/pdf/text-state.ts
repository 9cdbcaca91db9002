import type { PdfOperators } from './pdf-document.ts';

export type Point = readonly [x: number, y: number];
export type Matrix = readonly [number, number, number, number, number, number];

/** What of a font places its glyphs. */
export interface PdfFont {
  /** Glyph space to text space. */
  readonly fontMatrix: readonly number[];
  readonly vertical: boolean;
}

/** A glyph where it is drawn, in points from the lower left corner of the page. */
export interface DrawnGlyph {
  /** Its characters in logical order: a ligature has several. */
  readonly text: string;
  readonly origin: Point;
  /** From the glyph's origin to its end. */
  readonly advance: Point;
  /** Of the text's direction, also where `advance` is zero. */
  readonly direction: Point;
  /** Height of the font. */
  readonly size: number;
}

/**
 * Runs a page's operators as far as they concern text.
 *
 * @param fontOf font by the name that the operators give it.
 * @returns glyphs in the order in which they are drawn.
 * @see ISO 32000-1, 9.3 and 9.4
 */
export function drawGlyphs(
  { fnArray, argsArray }: PdfOperators,
  fontOf: (name: string) => PdfFont,
): readonly DrawnGlyph[] {
  const machine: Machine = { state: START, stack: [], glyphs: [], fontOf };
  for (const [index, operator] of fnArray.entries()) {
    OPERATORS.get(operator)?.(machine, (argsArray[index] ?? []) as never);
  }
  return machine.glyphs;
}

interface State {
  readonly ctm: Matrix;
  readonly textMatrix: Matrix;
  /** Where the line begins and where the next glyph goes, in text space. */
  readonly line: Point;
  readonly pen: Point;
  readonly font: PdfFont;
  readonly fontSize: number;
  readonly charSpacing: number;
  readonly wordSpacing: number;
  readonly horizontalScale: number;
  readonly leading: number;
  readonly rise: number;
}

interface Machine {
  state: State;
  readonly stack: State[];
  readonly glyphs: DrawnGlyph[];
  readonly fontOf: (name: string) => PdfFont;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const ORIGIN: Point = [0, 0];
const START: State = {
  ctm: IDENTITY,
  textMatrix: IDENTITY,
  line: ORIGIN,
  pen: ORIGIN,
  font: { fontMatrix: [0.001, 0, 0, 0.001, 0, 0], vertical: false },
  fontSize: 0,
  charSpacing: 0,
  wordSpacing: 0,
  horizontalScale: 1,
  leading: 0,
  rise: 0,
};

type Operator = (machine: Machine, args: never) => void;

const operator =
  <Args extends readonly unknown[]>(change: (state: State, ...args: Args) => Partial<State>) =>
  (machine: Machine, args: Args): void => {
    machine.state = { ...machine.state, ...change(machine.state, ...args) };
  };

/** By pdf.js' numbers (`OPS`). Its evaluator has turned the other text operators into these. */
const OPERATORS: ReadonlyMap<number, Operator> = new Map<number, Operator>([
  [9, setGraphicsState],
  [10, save],
  [11, restore],
  [12, operator((state, ...matrix: Matrix) => ({ ctm: multiply(state.ctm, matrix) }))],
  [31, operator(() => ({ textMatrix: IDENTITY, line: ORIGIN, pen: ORIGIN }))],
  [33, operator((_, charSpacing: number) => ({ charSpacing }))],
  [34, operator((_, wordSpacing: number) => ({ wordSpacing }))],
  [35, operator((_, percent: number) => ({ horizontalScale: percent / 100 }))],
  [36, operator((_, leading: number) => ({ leading }))],
  [37, setFont],
  [39, operator((_, rise: number) => ({ rise }))],
  [40, operator(moveText)],
  [41, operator((state, x: number, y: number) => ({ ...moveText(state, x, y), leading: -y }))],
  [42, operator((_, textMatrix: Matrix) => ({ textMatrix, line: ORIGIN, pen: ORIGIN }))],
  [43, operator((state) => moveText(state, 0, -state.leading))],
  [44, showText],
  [74, beginForm],
  [75, restore],
]);

function save({ stack, state }: Machine): void {
  stack.push(state);
}

function restore(machine: Machine): void {
  machine.state = machine.stack.pop() ?? machine.state;
}

function beginForm(machine: Machine, [matrix]: readonly [Matrix | null]): void {
  save(machine);
  if (matrix) machine.state = { ...machine.state, ctm: multiply(machine.state.ctm, matrix) };
}

function moveText({ line }: State, x: number, y: number): Partial<State> {
  const moved: Point = [line[0] + x, line[1] + y];
  return { line: moved, pen: moved };
}

function setFont(machine: Machine, [name, fontSize]: readonly [string, number]): void {
  machine.state = { ...machine.state, font: machine.fontOf(name), fontSize };
}

function setGraphicsState(
  machine: Machine,
  [entries]: readonly [readonly (readonly [string, unknown])[]],
): void {
  const font = entries.find(([key]) => key === 'Font')?.[1];
  if (font) setFont(machine, font as readonly [string, number]);
}

/** A glyph of pdf.js; a number moves the pen back by thousandths of the font size. */
interface ShownGlyph {
  readonly unicode: string;
  readonly width: number;
  readonly isSpace: boolean;
  readonly vmetric?: readonly number[] | null;
}

function showText(machine: Machine, [items]: readonly [readonly (ShownGlyph | number | null)[]]): void {
  for (const item of items) {
    const { state } = machine;
    if (typeof item === 'number') movePen(machine, (-item / 1_000) * state.fontSize);
    else if (item) showGlyph(machine, item);
  }
}

function showGlyph(machine: Machine, glyph: ShownGlyph): void {
  const { state } = machine;
  const { font, fontSize, pen, rise } = state;
  const width =
    (font.vertical ? (glyph.vmetric?.[0] ?? -1_000) : glyph.width) * fontSize * (font.fontMatrix[0] ?? 0);
  const toPage = multiply(state.ctm, state.textMatrix);
  const [length, unit] = [lengthAlong(state, width), lengthAlong(state, 1)];
  machine.glyphs.push({
    text: glyph.unicode,
    origin: apply(toPage, [pen[0], pen[1] + rise]),
    advance: turn(toPage, font.vertical ? [0, length] : [length, 0]),
    direction: turn(toPage, font.vertical ? [0, -unit] : [unit, 0]),
    size: Math.hypot(...turn(toPage, [0, fontSize])),
  });
  const spacing = state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0);
  movePen(machine, width + spacing);
}

/** Horizontal scaling stretches all that moves the pen along a horizontal line. */
const lengthAlong = ({ font, horizontalScale }: State, length: number): number =>
  font.vertical ? length : length * horizontalScale;

function movePen(machine: Machine, distance: number): void {
  const { state } = machine;
  const [x, y] = state.pen;
  const length = lengthAlong(state, distance);
  machine.state = { ...state, pen: state.font.vertical ? [x, y + length] : [x + length, y] };
}

const multiply = (m: Matrix, n: Matrix): Matrix => [
  ...turn(m, [n[0], n[1]]),
  ...turn(m, [n[2], n[3]]),
  ...apply(m, [n[4], n[5]]),
];
const turn = ([a, b, c, d]: Matrix, [x, y]: Point): Point => [a * x + c * y, b * x + d * y];
const apply = (matrix: Matrix, point: Point): Point => {
  const [x, y] = turn(matrix, point);
  return [x + matrix[4], y + matrix[5]];
};
