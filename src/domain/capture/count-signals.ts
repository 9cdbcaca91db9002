import type { Signal } from './capture.ts';

/** A signal for every count above zero, named by its key. */
export const countSignals = (counts: Readonly<Record<string, number>>): Signal[] =>
  Object.entries(counts).flatMap(([code, count]) => (count > 0 ? [{ code, count }] : []));
