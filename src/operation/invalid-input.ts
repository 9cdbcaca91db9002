import type { z } from 'zod';
import { EvidenceError } from '../core/error.ts';

/** One problem of an input, as the caller reads it. */
interface Issue {
  readonly field: string;
  readonly problem: string;
}

/**
 * A zod failure as `REQUEST_INVALID` (or `ID_MALFORMED`, when only ids are wrong): names each field and
 * what was expected. Values are never repeated: they may be text of a hostile document.
 *
 * @param fields names of the known fields, told when an unknown one was sent.
 */
export function invalidInput(error: z.ZodError, fields: readonly string[]): EvidenceError {
  const issues = error.issues.map((issue) => describe(issue, fields));
  const message = issues.map(({ field, problem }) => `${field}: ${problem}`).join('; ');
  const onlyIds = error.issues.every(
    (issue) => issue.code === 'invalid_format' && /_id$/.test(issue.path.join('.')),
  );
  return new EvidenceError(onlyIds ? 'ID_MALFORMED' : 'REQUEST_INVALID', message, { details: { issues } });
}

function describe(issue: z.core.$ZodIssue, fields: readonly string[]): Issue {
  const field = issue.path.map(String).join('.') || 'request';
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.map(printable).join(', ');
    return {
      field: unknown,
      problem: `unknown field${issue.path.length === 0 ? ` (fields: ${fields.join(', ')})` : ''}`,
    };
  }
  if (issue.code === 'invalid_format' && issue.format === 'regex')
    return { field, problem: 'has a wrong form' };
  return { field, problem: issue.message };
}

/** Keys come from the caller: cut, and kept to characters that cannot carry an instruction far. */
const printable = (key: string): string => key.replace(/[^\w.[\]-]/g, '?').slice(0, 40);
