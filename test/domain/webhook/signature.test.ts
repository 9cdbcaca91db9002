import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { encodeBase64 } from '../../../src/domain/note/base64.ts';
import { createSecret, parseSecret } from '../../../src/domain/webhook/secret.ts';
import { signAttempt } from '../../../src/domain/webhook/signature.ts';

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

it('signs as the example of the standard’s own libraries', () => {
  const attempt = {
    deliveryId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1614265330_000),
    body: '{"test": 2432232314}',
  };
  expect(signAttempt(attempt, [parseSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('signs any body so that the public library verifies it with either secret, and with no other', () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
      (body, at) => {
        vi.setSystemTime(at);
        const [old, current, other] = [createSecret(), createSecret(), createSecret()];
        const headers = signAttempt({ deliveryId: 'dlv_1', at, body }, [current, old].map(parseSecret));
        for (const secret of [old, current])
          expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
        expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature');
        expect(() => new Webhook(current).verify(`${body} `, headers)).toThrow('No matching signature');
      },
    ),
  );
});

it.each([24, 32, 64])('takes a caller’s secret of %i bytes', (length) => {
  const key = randomBytes(length);
  expect(parseSecret(`whsec_${encodeBase64(key)}`)).toEqual(new Uint8Array(key));
});

it.each([
  ['too short', `whsec_${encodeBase64(randomBytes(23))}`],
  ['too long', `whsec_${encodeBase64(randomBytes(65))}`],
  ['without prefix', encodeBase64(randomBytes(32))],
  ['of another kind', `whsk_${encodeBase64(randomBytes(32))}`],
  ['no base64', `whsec_${'!'.repeat(32)}`],
])('refuses a secret that is %s, without repeating it', (_, secret) => {
  expect(() => parseSecret(secret)).toThrow(
    expect.objectContaining({ code: 'REQUEST_INVALID', message: expect.not.stringContaining(secret) }),
  );
});
