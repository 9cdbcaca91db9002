import { expect, it } from 'vitest';
import { toDatabaseError } from '../../../src/adapters/database/database-error.ts';
import { EvidenceError } from '../../../src/core/error.ts';

const coded = (code: string) => Object.assign(new Error('from the server'), { code });

it.each(['ECONNREFUSED', 'ECONNRESET', '08006', '53300', '57P01', '57P03', '57014'])(
  'calls %s an absence of the database',
  (code) => {
    const cause = coded(code);
    expect(toDatabaseError(cause)).toMatchObject({ code: 'DATABASE_UNAVAILABLE', cause });
  },
);

it.each([
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  'PGlite is closed',
])('knows an absence by its text: %s', (message) => {
  expect(toDatabaseError(new Error(message)).code).toBe('DATABASE_UNAVAILABLE');
});

it('looks into the refusals of several addresses', () => {
  expect(toDatabaseError(new AggregateError([coded('ECONNREFUSED')], 'all refused')).code).toBe(
    'DATABASE_UNAVAILABLE',
  );
});

it.each([coded('23505'), coded('42P01'), 'not an error'])('calls anything else internal', (cause) => {
  expect(toDatabaseError(cause)).toMatchObject({ code: 'INTERNAL', cause });
});

it('tells a socket that is gone from a file that is missing', () => {
  const missing = (syscall: string) => Object.assign(coded('ENOENT'), { syscall });
  expect(toDatabaseError(missing('connect')).code).toBe('DATABASE_UNAVAILABLE');
  expect(toDatabaseError(missing('rename')).code).toBe('INTERNAL');
});

it('never shows the text of the server', () => {
  expect(toDatabaseError(coded('23505')).message).not.toContain('from the server');
});

it('leaves our own errors alone', () => {
  const own = new EvidenceError('NOT_FOUND');
  expect(toDatabaseError(own)).toBe(own);
});
