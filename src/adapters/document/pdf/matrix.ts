export type Point = readonly [x: number, y: number];
/** As PDF writes it: `x' = ax + cy + e`, `y' = bx + dy + f`. */
export type Matrix = readonly [number, number, number, number, number, number];
/** Left, bottom, right and top. */
export type Area = readonly [number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
export const ORIGIN: Point = [0, 0];

/** Of a vector, which has no place. */
export const turn = ([a, b, c, d]: Matrix, [x, y]: Point): Point => [a * x + c * y, b * x + d * y];

export const apply = ([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** The matrix that applies `second`, then `first`. */
export const multiply = (first: Matrix, second: Matrix): Matrix => [
  ...turn(first, [second[0], second[1]]),
  ...turn(first, [second[2], second[3]]),
  ...apply(first, [second[4], second[5]]),
];

/** The upright box around a box that `matrix` may have turned. */
export function boxAround(matrix: Matrix, [left, bottom, right, top]: Area): Area {
  const corners = [
    apply(matrix, [left, bottom]),
    apply(matrix, [left, top]),
    apply(matrix, [right, bottom]),
    apply(matrix, [right, top]),
  ];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

export const contains = ([left, bottom, right, top]: Area, [x, y]: Point): boolean =>
  x >= left && x <= right && y >= bottom && y <= top;
