import { utf8 } from './bytes.ts';

/** Compares two texts by their UTF-8 bytes, for `sort`. JavaScript's own order is by UTF-16 units. */
export function compareByteOrder(left: string, right: string): number {
  const [a, b] = [utf8(left), utf8(right)];
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
