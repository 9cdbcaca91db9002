import { describe, expect, it } from 'vitest';
import { EvidenceError } from '../../src/core/error.ts';
import { ERRORS, type ErrorCode } from '../../src/core/error-codes.ts';
import { errorBody, errorResult } from '../../src/projection/error-body.ts';

describe('an error body', () => {
  it('says what happened, what to do, and that nothing was charged', () => {
    expect(errorBody(new EvidenceError('NOT_FOUND'), 'req_1')).toEqual({
      error: 'No such resource.',
      code: 'NOT_FOUND',
      hint: ERRORS.NOT_FOUND.hint,
      request_id: 'req_1',
      charged: false,
    });
  });

  it('carries details that cannot replace its own members', () => {
    const details = { limit: 3, charged: true, code: 'FORGED', request_id: 'forged' };
    expect(errorBody(new EvidenceError('RATE_LIMITED', undefined, { details }), 'req_1')).toMatchObject({
      limit: 3,
      charged: false,
      code: 'RATE_LIMITED',
      request_id: 'req_1',
      retry_after: 60,
    });
  });

  it('never holds the cause', () => {
    const error = new EvidenceError('INTERNAL', undefined, { cause: new Error('secret') });
    expect(JSON.stringify([errorBody(error, 'r'), errorResult(error, 'r')])).not.toContain('secret');
  });
});

it.each(Object.keys(ERRORS) as ErrorCode[])('%s reads the same over MCP and REST', (code) => {
  const error = new EvidenceError(code);
  const result = errorResult(error, 'req_1');
  expect(result.content).toEqual([{ type: 'text', text: `${code}: ${error.message}\nNext: ${error.hint}` }]);
  expect(result._meta).toEqual({ 'affiant/error': errorBody(error, 'req_1') });
  expect(result).not.toHaveProperty('structuredContent');
});
