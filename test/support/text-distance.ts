/** Edits (insert, delete, replace) from one sequence to another. Quadratic: for some thousand items. */
export function editDistance<T>(from: readonly T[], to: readonly T[]): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, item] of from.entries()) {
    const next = [index + 1];
    for (const [column, other] of to.entries()) {
      const replaced = row[column]! + (item === other ? 0 : 1);
      next.push(Math.min(replaced, row[column + 1]! + 1, next[column]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}

const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim();

/** Character error rate: 0 is exact. */
export const characterErrorRate = (text: string, truth: string): number =>
  editDistance([...plain(text)], [...plain(truth)]) / plain(truth).length;

/** Word error rate: 0 is exact. */
export const wordErrorRate = (text: string, truth: string): number =>
  editDistance(plain(text).split(' '), plain(truth).split(' ')) / plain(truth).split(' ').length;
