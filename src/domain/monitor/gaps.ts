import { diffArrays } from 'diff';

/** Where two lists differ: one range of each, ends exclusive; one of them may be empty. */
export interface Gap {
  readonly before: Range;
  readonly after: Range;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The places at which two lists differ, by a shortest edit script.
 *
 * @param timeoutMs lists that are long and far apart take time with the square of their distance.
 * @returns null when that was not enough.
 */
export function findGaps(
  before: readonly string[],
  after: readonly string[],
  timeoutMs: number,
): Gap[] | null {
  const runs = diffArrays([...before], [...after], { timeout: timeoutMs });
  if (runs === undefined) return null;
  const gaps: Gap[] = [];
  // Where the last common run ended, and where we are.
  let [from, at] = [ORIGIN, ORIGIN];
  for (const { count, added, removed } of [...runs, END]) {
    const next = { before: at.before + (added ? 0 : count), after: at.after + (removed ? 0 : count) };
    const isCommon = !added && !removed;
    if (isCommon) {
      gaps.push(gapBetween(from, at));
      from = next;
    }
    at = next;
  }
  return gaps.filter(({ before: old, after: now }) => old.start < old.end || now.start < now.end);
}

/** A place in both lists. */
interface Place {
  readonly before: number;
  readonly after: number;
}

const ORIGIN: Place = { before: 0, after: 0 };
/** Behind both lists nothing differs. */
const END = { count: 0, added: false, removed: false };

const gapBetween = (from: Place, to: Place): Gap => ({
  before: { start: from.before, end: to.before },
  after: { start: from.after, end: to.after },
});
