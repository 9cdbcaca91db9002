import {
  type Area,
  apply,
  boxAround,
  IDENTITY,
  type Matrix,
  multiply,
  ORIGIN,
  type Point,
  turn,
} from './matrix.ts';
import type { PdfOperators } from './pdf-document.ts';

/** What of a font places its glyphs. */
export interface PdfFont {
  /** Glyph space to text space. */
  readonly fontMatrix: readonly number[];
  readonly vertical: boolean;
  /** Its glyphs are drawings with sizes and colours of their own. */
  readonly isType3Font: boolean;
}

/** A glyph where it is drawn, in points from the lower left corner of the page. */
export interface DrawnGlyph {
  /** Its characters in logical order: a ligature has several. */
  readonly text: string;
  readonly origin: Point;
  /** From the glyph's origin to its end. */
  readonly length: number;
  /** Of its text, of length 1. */
  readonly direction: Point;
  /** The same in whole degrees. */
  readonly angle: number;
  /** Height of the font. */
  readonly size: number;
  readonly ink: Ink;
}

/** How a glyph is painted: `none` leaves no trace, `white` none on paper, and a `drawing` is what it is. */
export type Ink = 'dark' | 'white' | 'none' | 'drawing';

/** What a page shows, as far as text is concerned. */
export interface DrawnPage {
  /** In the order in which they are drawn. */
  readonly glyphs: readonly DrawnGlyph[];
  /** Boxes around pictures, in points; a shading may be everywhere. */
  readonly pictures: readonly Area[];
  /** Boxes around shapes that are filled with something else than white, and around thick lines. */
  readonly shapes: readonly Area[];
}

/**
 * Runs a page's operators as far as they concern text and what is behind it.
 *
 * @param fontOf font by the name that the operators give it.
 * @see ISO 32000-1, 9.3 and 9.4
 */
export function drawPage({ fnArray, argsArray }: PdfOperators, fontOf: (name: string) => PdfFont): DrawnPage {
  const machine: Machine = {
    ...{ state: START, pen: ORIGIN, stack: [], fontOf },
    ...{ glyphs: [], pictures: [], shapes: [], emptySpace: null },
  };
  for (const [index, operator] of fnArray.entries()) {
    OPERATORS.get(operator)?.(machine, (argsArray[index] ?? []) as never);
  }
  return machine;
}

interface State {
  readonly ctm: Matrix;
  readonly textMatrix: Matrix;
  /** Where the line begins, in text space. */
  readonly line: Point;
  readonly font: PdfFont;
  readonly fontSize: number;
  readonly charSpacing: number;
  readonly wordSpacing: number;
  readonly horizontalScale: number;
  readonly leading: number;
  readonly rise: number;
  readonly lineWidth: number;
  readonly renderingMode: number;
  readonly isFillWhite: boolean;
  /** 0 to 1. */
  readonly fillOpacity: number;
}

interface Machine {
  state: State;
  /** Where the next glyph goes, in text space. Apart from the state: it moves with every glyph. */
  pen: Point;
  readonly stack: State[];
  readonly fontOf: (name: string) => PdfFont;
  readonly glyphs: DrawnGlyph[];
  readonly pictures: Area[];
  readonly shapes: Area[];
  /**
   * Where a picture goes if one follows: since the last transformation nothing was drawn. pdf.js leaves pictures
   * out of its operators, as it is told to; what remains of one is a space that was entered for nothing.
   */
  emptySpace: Area | null;
}

const START: State = {
  ctm: IDENTITY,
  textMatrix: IDENTITY,
  line: ORIGIN,
  font: { fontMatrix: [0.001, 0, 0, 0.001, 0, 0], vertical: false, isType3Font: false },
  fontSize: 0,
  charSpacing: 0,
  wordSpacing: 0,
  horizontalScale: 1,
  leading: 0,
  rise: 0,
  lineWidth: 1,
  renderingMode: 0,
  isFillWhite: false,
  fillOpacity: 1,
};
/** An image fills the unit square of its space. */
const UNIT_SQUARE: Area = [0, 0, 1, 1];
const EVERYWHERE: Area = [-Infinity, -Infinity, Infinity, Infinity];

type Operator = (machine: Machine, args: never) => void;

const operator =
  <Args extends readonly unknown[]>(change: (state: State, ...args: Args) => Partial<State>) =>
  (machine: Machine, args: Args): void => {
    machine.state = { ...machine.state, ...change(machine.state, ...args) };
  };

const paintEverywhere = ({ pictures }: Machine): void => {
  pictures.push(EVERYWHERE);
};

/** By pdf.js' numbers (`OPS`). Its evaluator has turned the other operators for text and colour into these. */
const OPERATORS: ReadonlyMap<number, Operator> = new Map<number, Operator>([
  [2, operator((_, lineWidth: number) => ({ lineWidth }))],
  [9, setGraphicsState],
  [10, save],
  [11, restore],
  [12, transform],
  [31, (machine) => setTextMatrix(machine, [IDENTITY])],
  [33, operator((_, charSpacing: number) => ({ charSpacing }))],
  [34, operator((_, wordSpacing: number) => ({ wordSpacing }))],
  [35, operator((_, percent: number) => ({ horizontalScale: percent / 100 }))],
  [36, operator((_, leading: number) => ({ leading }))],
  [37, setFont],
  [38, operator((_, renderingMode: number) => ({ renderingMode }))],
  [39, operator((_, rise: number) => ({ rise }))],
  [40, moveText],
  [41, moveTextSetLeading],
  [42, setTextMatrix],
  [43, (machine) => moveText(machine, [0, -machine.state.leading])],
  [44, showText],
  // A pattern, a shading: whatever it shows is not white paper.
  [55, operator(() => ({ isFillWhite: false }))],
  [59, operator((_, color: string) => ({ isFillWhite: isWhite(color) }))],
  [62, paintEverywhere],
  [74, beginForm],
  [75, restore],
  [91, paintPath],
]);
/** Ways to paint a path that fill it, and that only stroke it. */
const FILLS: ReadonlySet<number> = new Set([22, 23, 24, 25, 26, 27]);
const STROKES: ReadonlySet<number> = new Set([20, 21]);
/** Lines of so many points carry text as bars do. */
const THICK = 3;

function save(machine: Machine): void {
  machine.stack.push(machine.state);
  machine.emptySpace = null;
}

function restore(machine: Machine): void {
  if (machine.emptySpace) machine.pictures.push(machine.emptySpace);
  machine.emptySpace = null;
  machine.state = machine.stack.pop() ?? machine.state;
}

function transform(machine: Machine, matrix: Matrix): void {
  const ctm = multiply(machine.state.ctm, matrix);
  machine.state = { ...machine.state, ctm };
  machine.emptySpace = boxAround(ctm, UNIT_SQUARE);
}

function beginForm(machine: Machine, [matrix]: readonly [Matrix | null]): void {
  save(machine);
  if (matrix) machine.state = { ...machine.state, ctm: multiply(machine.state.ctm, matrix) };
}

function setTextMatrix(machine: Machine, [textMatrix]: readonly [Matrix]): void {
  machine.state = { ...machine.state, textMatrix, line: ORIGIN };
  machine.pen = ORIGIN;
}

function moveText(machine: Machine, [x, y]: Point): void {
  const { line } = machine.state;
  machine.pen = [line[0] + x, line[1] + y];
  machine.state = { ...machine.state, line: machine.pen };
}

function moveTextSetLeading(machine: Machine, [x, y]: Point): void {
  moveText(machine, [x, y]);
  machine.state = { ...machine.state, leading: -y };
}

function setFont(machine: Machine, [name, fontSize]: readonly [string, number]): void {
  machine.state = { ...machine.state, font: machine.fontOf(name), fontSize };
}

function setGraphicsState(
  machine: Machine,
  [entries]: readonly [readonly (readonly [string, unknown])[]],
): void {
  for (const [key, value] of entries) {
    if (key === 'Font') setFont(machine, value as readonly [string, number]);
    if (key === 'ca') machine.state = { ...machine.state, fillOpacity: Number(value) };
  }
}

/** @param color e.g. `#fdfdfd`. */
const isWhite = (color: string): boolean => /^#f[5-9a-f]f[5-9a-f]f[5-9a-f]$/i.test(color);

function paintPath(
  machine: Machine,
  [paint, , box]: readonly [number, unknown, ArrayLike<number> | null],
): void {
  const { ctm, lineWidth, isFillWhite } = machine.state;
  const isThick = Math.hypot(...turn(ctm, [0, lineWidth])) >= THICK;
  if (FILLS.has(paint) || STROKES.has(paint)) machine.emptySpace = null;
  if (!box || !(FILLS.has(paint) ? !isFillWhite : STROKES.has(paint) && isThick)) return;
  const [left = 0, bottom = 0, right = 0, top = 0] = Array.from(box);
  const margin = FILLS.has(paint) ? 0 : lineWidth / 2;
  machine.shapes.push(boxAround(ctm, [left - margin, bottom - margin, right + margin, top + margin]));
}

/** A glyph of pdf.js; a number moves the pen back by thousandths of the font size. */
interface ShownGlyph {
  readonly unicode: string;
  readonly width: number;
  readonly isSpace: boolean;
  readonly vmetric?: readonly number[] | null;
}

function showText(machine: Machine, [items]: readonly [readonly (ShownGlyph | number | null)[]]): void {
  const { state } = machine;
  machine.emptySpace = null;
  const toPage = multiply(state.ctm, state.textMatrix);
  const unit = lengthAlong(state, 1);
  const [dx, dy] = turn(toPage, alongLine(state, state.font.vertical ? -unit : unit));
  const scale = Math.hypot(dx, dy);
  const common = {
    direction: [dx / (scale || 1), dy / (scale || 1)] as const,
    angle: Math.round((Math.atan2(dy, dx) * 180) / Math.PI),
    size: Math.hypot(...turn(toPage, [0, state.fontSize])),
    ink: inkOf(state),
  };
  for (const item of items) {
    if (typeof item === 'number') movePen(machine, (-item / 1_000) * state.fontSize);
    else if (item) showGlyph(machine, item, { toPage, scale, common });
  }
}

interface Showing {
  readonly toPage: Matrix;
  /** Points per unit along the line. */
  readonly scale: number;
  readonly common: Pick<DrawnGlyph, 'direction' | 'angle' | 'size' | 'ink'>;
}

function showGlyph(machine: Machine, glyph: ShownGlyph, { toPage, scale, common }: Showing): void {
  const { state, pen } = machine;
  const { font, fontSize, rise } = state;
  const width =
    (font.vertical ? (glyph.vmetric?.[0] ?? -1_000) : glyph.width) * fontSize * (font.fontMatrix[0] ?? 0);
  machine.glyphs.push({
    text: glyph.unicode,
    origin: apply(toPage, [pen[0], pen[1] + rise]),
    length: Math.abs(width) * scale,
    ...common,
  });
  movePen(machine, width + state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0));
}

/** Modes 3 and 7 neither fill nor stroke; strokes have a colour of their own. */
function inkOf({ font, renderingMode, fillOpacity, isFillWhite }: State): Ink {
  if (font.isType3Font) return 'drawing';
  if (renderingMode % 4 === 3 || fillOpacity === 0) return 'none';
  return isFillWhite && renderingMode % 4 === 0 ? 'white' : 'dark';
}

const alongLine = ({ font }: State, length: number): Point => (font.vertical ? [0, length] : [length, 0]);

/** Horizontal scaling stretches all that moves the pen along a horizontal line. */
const lengthAlong = ({ font, horizontalScale }: State, length: number): number =>
  font.vertical ? length : length * horizontalScale;

function movePen(machine: Machine, distance: number): void {
  const [x, y] = machine.pen;
  const [dx, dy] = alongLine(machine.state, lengthAlong(machine.state, distance));
  machine.pen = [x + dx, y + dy];
}
