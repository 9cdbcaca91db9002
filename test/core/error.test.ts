import { expect, it } from 'vitest';
import { EvidenceError, toEvidenceError } from '../../src/core/error.ts';
import { ERRORS } from '../../src/core/error-codes.ts';
import type { ErrorDefinition } from '../../src/core/errors/definition.ts';

it.each(Object.entries<ErrorDefinition>(ERRORS))(
  '%s says what happened and what to do',
  (code, { status, title, hint, retryAfterSeconds }) => {
    expect(code).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/);
    expect(title).toMatch(/^[A-Z].*\.$/);
    expect(hint.length).toBeGreaterThan(10);
    if (status === 429) expect(retryAfterSeconds).toBeGreaterThan(0);
    // Elsewhere waiting does not help, and nobody is told to wait.
    if (status !== 429 && status !== 503) expect(retryAfterSeconds).toBeUndefined();
  },
);

it('an unknown failure becomes INTERNAL and keeps its cause out of the message', () => {
  const error = toEvidenceError(new Error('secret of a peer'));
  expect(error).toMatchObject({ code: 'INTERNAL', status: 500, cause: expect.any(Error) });
  expect(error.message).not.toContain('secret');
});

it('a known failure stays as it is', () => {
  const error = new EvidenceError('NOT_FOUND');
  expect(toEvidenceError(error)).toBe(error);
});
