import { runInNewContext } from 'node:vm';
import { compilePattern } from '../../domain/monitor/filters.ts';

/** For all patterns on all lines of a page. Patterns that need more are run away with by backtracking. */
const TIMEOUT_MS = 1_000;

/**
 * Takes out of each line what the patterns match.
 *
 * @returns null when that does not end in time: patterns are the caller's, and may backtrack without end.
 */
export function withoutPatterns(lines: readonly string[], patterns: readonly string[]): string[] | null {
  if (patterns.length === 0) return [...lines];
  const expressions = patterns.map(compilePattern);
  const strip = () =>
    lines.map((line) =>
      expressions
        .reduce((text, expression) => text.replace(expression, blank), line)
        .replace(/\s+/g, ' ')
        .trim(),
    );
  try {
    // Not for a sandbox: only a script of its own can be stopped within a regular expression.
    return runInNewContext('strip()', { strip }, { timeout: TIMEOUT_MS }) as string[];
  } catch (error) {
    // An error of the script's own realm, so no instance of this one's Error.
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
    throw error;
  }
}

/** Words on both sides stay apart. */
const blank = (match: string): string => (match === '' ? '' : ' ');
