import { encodeSIWxHeader } from '@x402/extensions/sign-in-with-x';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EvidenceError } from '../../../src/core/error.ts';
import { parseSignIn } from '../../../src/domain/sign-in/message.ts';
import { ALICE, createTestSignIns, signedPayload } from '../../support/sign-in.ts';

const BASE_URL = 'http://127.0.0.1:8402';
const payload = await signedPayload(createTestSignIns(BASE_URL).service.challenge(), ALICE, BASE_URL);
/** Not every message has them. */
const OPTIONAL = new Set(['statement', 'expirationTime', 'notBefore', 'requestId', 'resources']);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

it('reads what the extension’s client sends', () => {
  expect(parseSignIn(encodeSIWxHeader(payload))).toEqual(JSON.parse(JSON.stringify(payload)));
});

it('forgets members that no message has', () => {
  expect(parseSignIn(encode({ ...payload, owner: 'me', __proto__: { x: 1 } }))).not.toHaveProperty('owner');
});

describe('refuses as malformed', () => {
  const malformed = (header: string) => {
    expect(() => parseSignIn(header)).toThrow(expect.objectContaining({ code: 'SIGN_IN_MALFORMED' }));
  };

  it.each([
    ['nothing', ''],
    ['a bare address', ALICE.address],
    ['plain JSON', JSON.stringify(payload)],
    ['base64 of something else', Buffer.from('hello').toString('base64')],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x7b]).toString('base64')],
    ['null', encode(null)],
    ['a list', encode([payload])],
    ['more than 8,192 characters', encode({ ...payload, statement: 'a'.repeat(9000) })],
    ['a URL-safe alphabet', `${encode(payload).slice(0, 8)}-_`],
  ])('%s', (_name, header) => malformed(header));

  it.each(Object.keys(JSON.parse(JSON.stringify(payload))).filter((name) => !OPTIONAL.has(name)))(
    'a message without %s',
    (name) => malformed(encode({ ...payload, [name]: undefined })),
  );

  it.each([
    ['address', '0x12'],
    ['address', ALICE.address.replace(/[A-F]/, (letter) => letter.toLowerCase())],
    ['version', '2'],
    ['issuedAt', 'yesterday'],
    ['issuedAt', '2026-11-20'],
    ['expirationTime', 7],
    ['signature', '0x123'],
    ['signature', 'zz'],
    ['type', 'none'],
    ['resources', 'http://127.0.0.1'],
  ])('%s: %s', (name, value) => malformed(encode({ ...payload, [name]: value })));
});

it('answers any text with one code, and never repeats it', () => {
  const value = fc.oneof(
    fc.string({ minLength: 12 }),
    fc.dictionary(fc.constantFrom(...Object.keys(payload)), fc.jsonValue()),
  );
  fc.assert(
    fc.property(value, (sent) => {
      try {
        parseSignIn(typeof sent === 'string' ? sent : encode(sent));
      } catch (error) {
        expect(error).toBeInstanceOf(EvidenceError);
        expect(error).toMatchObject({ code: 'SIGN_IN_MALFORMED' });
        if (typeof sent === 'string') expect((error as Error).message).not.toContain(sent);
      }
    }),
  );
});
