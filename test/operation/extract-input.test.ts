import { expect, it } from 'vitest';
import { EvidenceError } from '../../src/core/error.ts';
import { toExtractRequest } from '../../src/operation/extract-input.ts';

it.each([
  ['ftp://example.com/', 'scheme', /^Only public http and https/],
  ['http://example.com:25/', 'port', /^The port belongs to another protocol/],
])('tells why %s is blocked', (source, reason, hint) => {
  let thrown: unknown;
  try {
    toExtractRequest({ source, mode: 'extract' });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(EvidenceError);
  expect(thrown).toMatchObject({
    code: 'URL_BLOCKED',
    details: { reason },
    hint: expect.stringMatching(hint),
  });
});
