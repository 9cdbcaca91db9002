import { z } from 'zod';
import { EvidenceError } from '../core/error.ts';

/** One problem of an input, as the caller reads it. */
interface Issue {
  readonly field: string;
  readonly problem: string;
}

/** A hostile input may be wrong in a million places: so many are named. */
const MAX_ISSUES = 10;
/** Segments of a path that are shown. */
const MAX_SEGMENTS = 8;

/**
 * A zod failure as `REQUEST_INVALID` (or `ID_MALFORMED`, when only ids are wrong): names each field and
 * what was expected. Values are never repeated: they may be text of a hostile document.
 *
 * @param error with the inputs reported, to tell a missing field from a wrong one.
 * @param input schema that refused; its fields are told when an unknown one was sent.
 */
export function invalidInput(error: z.ZodError, input: z.ZodObject): EvidenceError {
  const issues = error.issues.slice(0, MAX_ISSUES).map((issue) => describe(issue, input));
  const more = error.issues.length - issues.length;
  const named = issues.map(({ field, problem }) => `${field}: ${problem}`).join('; ');
  const message = more > 0 ? `${named}; and ${more} more` : named;
  const onlyIds = error.issues.every(
    (issue) => issue.code === 'invalid_format' && /_id$/.test(issue.path.join('.')),
  );
  return new EvidenceError(onlyIds ? 'ID_MALFORMED' : 'REQUEST_INVALID', message, { details: { issues } });
}

function describe(issue: z.core.$ZodIssue, input: z.ZodObject): Issue {
  const field = fieldOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const known = issue.path.length === 0 ? ` (fields: ${Object.keys(input.shape).join(', ')})` : '';
    const place = issue.path.length === 0 ? '' : `${field}.`;
    return { field: `${place}${listOf(issue.keys)}`, problem: `unknown field${known}` };
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return { field, problem: 'is required' };
  if (issue.code === 'invalid_format' && issue.format === 'regex')
    return { field, problem: formOf(input, issue.path) };
  return { field, problem: issue.message };
}

/** What the field says of itself, because a pattern tells nobody what was wrong; of a nested one, only that it is. */
function formOf({ shape }: z.ZodObject, [name, ...nested]: readonly PropertyKey[]): string {
  const field =
    typeof name === 'string' && nested.length === 0 && Object.hasOwn(shape, name) ? shape[name] : undefined;
  const description = field instanceof z.ZodType ? field.description : undefined;
  return description === undefined ? 'has a wrong form' : `has a wrong form; expected: ${description}`;
}

const fieldOf = (path: readonly PropertyKey[]): string =>
  path
    .slice(0, MAX_SEGMENTS)
    .map((segment) => printable(String(segment)))
    .join('.') || 'request';

function listOf(keys: readonly string[]): string {
  const more = keys.length - MAX_ISSUES;
  const named = keys.slice(0, MAX_ISSUES).map(printable).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}

/** Keys come from the caller: cut, and kept to characters that cannot carry an instruction far. */
const printable = (key: string): string => key.replace(/[^\w.[\]-]/g, '?').slice(0, 40);
