import { expect, it } from 'vitest';
import { createAuditLog, createLogger } from '../../../src/adapters/log/logger.ts';
import { EvidenceError } from '../../../src/core/error.ts';
import type { ErrorCode } from '../../../src/core/error-codes.ts';

const ENTRY = {
  requestId: 'req_1',
  face: 'rest',
  operation: 'extract',
  ownerId: null,
  durationMs: 1,
  credits: 0,
};
const ERROR = 50;
const INFO = 30;

/** The line that a call with this outcome leaves. */
function lineOf(outcome: 'ok' | ErrorCode, error?: unknown) {
  let text = '';
  const log = createAuditLog(createLogger('info', { write: (line) => (text += line) }));
  log.record({ ...ENTRY, outcome, error });
  return { text, line: JSON.parse(text) as Record<string, unknown> };
}

it.each(['INTERNAL', 'DATABASE_UNAVAILABLE', 'DEADLINE_EXCEEDED'] as const)(
  'tells the cause of %s, but not its words',
  (code) => {
    const cause = Object.assign(new Error('secret of a peer'), { code: 'ECONNREFUSED' });
    const { text, line } = lineOf(code, new EvidenceError(code, undefined, { cause }));
    expect(line).toMatchObject({ level: ERROR, outcome: code, error: { cause: { code: 'ECONNREFUSED' } } });
    expect(text).not.toContain('secret');
  },
);

it('tells a fault beside a call that succeeded', () => {
  expect(lineOf('ok', new Error('x')).line).toMatchObject({ level: ERROR, error: { name: 'Error' } });
});

it.each(['ok', 'NOT_FOUND'] as const)('tells %s without more', (outcome) => {
  const { line } = lineOf(outcome, outcome === 'ok' ? undefined : new EvidenceError(outcome));
  expect(line).toMatchObject({ level: INFO, outcome });
  expect(line).not.toHaveProperty('error');
});
