/** Leaves `start` (inclusive) to `end` (exclusive) of a tree, counted from 0. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/** Where a tree of `size` leaves (2 or more) splits: the largest power of two below `size`. */
export function splitPoint(size: number): number {
  let power = 1;
  // Doubling, not `<<`: bit shifts wrap at 32 bits.
  while (power * 2 < size) power *= 2;
  return power;
}
