import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EvidenceError } from '../../../src/core/error.ts';
import { clientsPaying, creditsToAtomic, PAYMENT_NETWORKS } from '../../../src/domain/x402/network.ts';
import { mismatch, parsePayment, untimely } from '../../../src/domain/x402/payment.ts';
import { type PaymentTerms, requirementsOf, requirementsV1Of } from '../../../src/domain/x402/terms.ts';

const FROM = '0x857b06519e91e3a54538791bdbb0e22373e36b66';
const PAY_TO = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';
/** Example of specs/x402-specification-v1.md 5.2. */
const EXAMPLE_V1 = {
  x402Version: 1,
  scheme: 'exact',
  network: 'base-sepolia',
  payload: {
    signature:
      '0x2d6a7588d6acca505cbf0d9a4a227e0c52c6c34008c8e8986a1283259764173608a2ce6496642e377d6da8dbbf5836e9bd15092f9ecab05ded3d6293af148b571c',
    authorization: {
      from: FROM,
      to: PAY_TO,
      value: '10000',
      validAfter: '1740672089',
      validBefore: '1740672154',
      nonce: '0xf3746613c2d920b5fdabc0856f2aeb2d4f88ee6037b8cc5d04a71a4462f13480',
    },
  },
};

const terms: PaymentTerms = {
  network: PAYMENT_NETWORKS['eip155:84532'],
  payTo: PAY_TO,
  amountAtomic: 10_000n,
  maxTimeoutSeconds: 300,
  resource: { url: 'https://example.com/v1/x', description: 'X', mimeType: 'application/json' },
};
const exampleV2 = { x402Version: 2, accepted: requirementsOf(terms), payload: EXAMPLE_V1.payload };
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

describe('a payment', () => {
  it('is read in either version, from a header or as an object', () => {
    for (const [example, version] of [
      [EXAMPLE_V1, 1],
      [exampleV2, 2],
    ] as const) {
      const payment = parsePayment(encode(example));
      expect(payment).toEqual(parsePayment(example));
      expect(payment).toMatchObject({ version, payer: '0x857b06519E91e3A54538791bDbb0E22373e36b66' });
      expect(mismatch(payment, terms)).toBeNull();
    }
  });

  it('may carry a secret id of the client', () => {
    const extensions = { 'payment-identifier': { info: { required: false, id: 'pay_0123456789abcdef' } } };
    expect(parsePayment({ ...exampleV2, extensions }).identifier).toBe('pay_0123456789abcdef');
  });

  it('that is anything else is malformed, never another failure', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.jsonValue()), (value) => {
        expect(() => parsePayment(value)).toThrow(EvidenceError);
      }),
    );
    expect(() => parsePayment('A'.repeat(20_000))).toThrow(EvidenceError);
  });

  it.each([
    ['network', { ...terms, network: PAYMENT_NETWORKS['eip155:8453'] }],
    ['recipient', { ...terms, payTo: FROM as `0x${string}` }],
    ['amount', { ...terms, amountAtomic: 9_999n }],
  ])('does not meet terms with another %s', (word, others) => {
    for (const example of [EXAMPLE_V1, exampleV2])
      expect(mismatch(parsePayment(example), others)).toContain(word);
  });

  it('is good in its time, and long enough to be settled', () => {
    const at = (second: number) => untimely(EXAMPLE_V1.payload.authorization, new Date(second * 1000));
    expect(at(1740672088)).toMatch(/not valid yet/);
    expect(at(1740672100)).toBeNull();
    expect(at(1740672130)).toMatch(/expired/);
  });
});

it('terms in version 1 hold what x402-fetch parses: names of networks, no null members', () => {
  expect(requirementsV1Of(terms)).toEqual({
    scheme: 'exact',
    network: 'base-sepolia',
    maxAmountRequired: '10000',
    resource: 'https://example.com/v1/x',
    description: 'X',
    mimeType: 'application/json',
    payTo: PAY_TO,
    maxTimeoutSeconds: 300,
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    extra: { name: 'USDC', version: '2' },
  });
});

it('prices in credits are prices in USDC: $0.075 is 75 credits and 75,000 units', () => {
  expect(creditsToAtomic(75)).toBe(75_000n);
  expect([clientsPaying(100), clientsPaying(101)]).toEqual([['x402-fetch', '@x402/fetch'], ['@x402/fetch']]);
});
