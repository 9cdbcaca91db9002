import { EvidenceError } from '../../core/error.ts';
import type { LookFilters } from './look.ts';

/** Filters of each kind. */
export const MAX_FILTERS = 50;
/** UTF-16 units of one selector or pattern. */
export const MAX_FILTER_LENGTH = 500;

/**
 * An ignore pattern as it is run: on each line by itself, everywhere in it. With Unicode rules where they allow it,
 * which know `\p{…}`; without them for patterns with escapes that they forbid.
 *
 * @throws SyntaxError for what is no regular expression.
 */
export function compilePattern(source: string): RegExp {
  try {
    return new RegExp(source, 'gu');
  } catch {
    return new RegExp(source, 'g');
  }
}

/**
 * Judges filters before a monitor is created with them.
 *
 * @param isSelector whether a text is a CSS selector that can be run.
 * @throws EvidenceError `REQUEST_INVALID` naming the field in `details.issues`.
 */
export function assertFilters(
  { includeSelector, ignoreSelectors, ignorePatterns }: LookFilters,
  isSelector: (text: string) => boolean,
): void {
  const faults = [
    ...faultsOf('include_selector', includeSelector === null ? [] : [includeSelector], isSelector),
    ...faultsOf('ignore_selectors', ignoreSelectors, isSelector),
    ...faultsOf('ignore_patterns', ignorePatterns, isPattern),
  ];
  if (faults.length === 0) return;
  const named = faults.map(({ field, problem }) => `${field}: ${problem}`).join('; ');
  throw new EvidenceError('REQUEST_INVALID', `${named}.`, { details: { issues: faults } });
}

/** What is wrong with one field, as a refused body names it. */
interface FieldFault {
  readonly field: string;
  readonly problem: string;
}

function faultsOf(
  field: string,
  filters: readonly string[],
  isValid: (text: string) => boolean,
): FieldFault[] {
  if (filters.length > MAX_FILTERS) return [{ field, problem: `at most ${MAX_FILTERS} members` }];
  const problems = filters.map((filter) => problemOf(filter, isValid));
  return problems.flatMap((problem, index) => (problem ? { field: `${field}.${index}`, problem } : []));
}

function problemOf(filter: string, isValid: (text: string) => boolean): string | null {
  if (filter.length > MAX_FILTER_LENGTH) return `at most ${MAX_FILTER_LENGTH} characters`;
  if (filter.trim() === '') return 'must not be empty';
  return isValid(filter) ? null : 'malformed';
}

function isPattern(text: string): boolean {
  try {
    compilePattern(text);
    return true;
  } catch {
    return false;
  }
}
