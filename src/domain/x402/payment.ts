import { z } from 'zod';
import { fromUtf8 } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import { toChecksumAddress } from '../signing/address.ts';
import type { PaymentTerms } from './terms.ts';

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const decimal = z.string().regex(/^\d{1,78}$/);
const authorizationSchema = z.object({
  from: address,
  to: address,
  value: decimal,
  validAfter: decimal,
  validBefore: decimal,
  nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
});
/** Longer than 65 bytes where the wallet is a contract (EIP-1271). */
const exactSchema = z.object({
  signature: z.string().regex(/^0x(?:[0-9a-fA-F]{2}){65,4096}$/),
  authorization: authorizationSchema,
});
const payloadSchema = z.discriminatedUnion('x402Version', [
  z.object({ x402Version: z.literal(1), scheme: z.string(), network: z.string(), payload: exactSchema }),
  z.object({
    x402Version: z.literal(2),
    accepted: z.object({
      scheme: z.string(),
      network: z.string(),
      amount: decimal,
      asset: address,
      payTo: address,
    }),
    payload: exactSchema,
    extensions: z.record(z.string(), z.unknown()).nullish(),
  }),
]);
const identifierSchema = z.object({ info: z.object({ id: z.string().regex(/^[\w-]{16,128}$/) }) });

/** EIP-3009, numbers as decimal texts, as they stand in both versions of the protocol. */
export type Authorization = z.infer<typeof authorizationSchema>;

/** A payment as its header carried it. Nothing of it is verified yet. */
export interface Payment {
  readonly version: 1 | 2;
  readonly scheme: string;
  /** CAIP-2 in version 2, a name in version 1. */
  readonly network: string;
  /** The terms that the client says it accepted; null in version 1, which does not repeat them. */
  readonly accepted: { readonly amount: string; readonly asset: string; readonly payTo: string } | null;
  readonly authorization: Authorization;
  readonly signature: string;
  /** `authorization.from`, EIP-55. */
  readonly payer: string;
  /** Secret of the client's own (extension `payment-identifier`): it may ask for its answer again. */
  readonly identifier: string | null;
}

/** Base64 of a payload; real ones have about 1 kB. */
const MAX_HEADER_LENGTH = 16_384;

/**
 * Read a payment: base64 of JSON as headers carry it, or the object itself as MCP does. Either version may come
 * in either header.
 *
 * @throws EvidenceError `PAYMENT_MALFORMED`.
 */
export function parsePayment(value: unknown): Payment {
  const parsed = payloadSchema.safeParse(typeof value === 'string' ? decodeHeader(value) : value);
  if (!parsed.success) throw new EvidenceError('PAYMENT_MALFORMED', undefined, { cause: parsed.error });
  const { data } = parsed;
  const { authorization, signature } = data.payload;
  const facts = { authorization, signature, payer: toChecksumAddress(authorization.from) };
  if (data.x402Version === 1) {
    const { scheme, network } = data;
    return { ...facts, version: 1, scheme, network, accepted: null, identifier: null };
  }
  const { accepted, extensions } = data;
  const identifier = identifierSchema.safeParse(extensions?.['payment-identifier']).data?.info.id ?? null;
  return { ...facts, version: 2, scheme: accepted.scheme, network: accepted.network, accepted, identifier };
}

function decodeHeader(text: string): unknown {
  if (text.length > MAX_HEADER_LENGTH) throw new EvidenceError('PAYMENT_MALFORMED');
  try {
    return JSON.parse(fromUtf8(Buffer.from(text, 'base64')));
  } catch (cause) {
    throw new EvidenceError('PAYMENT_MALFORMED', undefined, { cause });
  }
}

/**
 * What of a payment does not meet the terms.
 *
 * @returns null when it meets them; else why not, a sentence of ours.
 */
export function mismatch(payment: Payment, { network, payTo, amountAtomic }: PaymentTerms): string | null {
  const { authorization, accepted } = payment;
  if (payment.scheme !== 'exact') return 'Only the scheme exact is taken.';
  if (payment.network !== (payment.version === 1 ? network.v1Name : network.id))
    return 'The payment is for another network.';
  if (accepted && !isSame(accepted.asset, network.asset.address)) return 'The payment is in another token.';
  if (!isSame(authorization.to, payTo) || (accepted && !isSame(accepted.payTo, payTo)))
    return 'The payment goes to another recipient.';
  if (BigInt(authorization.value) !== amountAtomic || (accepted && BigInt(accepted.amount) !== amountAtomic))
    return 'The payment is of another amount.';
  return null;
}

/** Seconds that an authorization must still be good: settling takes some. */
const MIN_VALIDITY_SECONDS = 30n;

/** Why an authorization is not good at `now`; null when it is. */
export function untimely({ validAfter, validBefore }: Authorization, now: Date): string | null {
  const second = BigInt(Math.floor(now.getTime() / 1000));
  if (BigInt(validBefore) < second + MIN_VALIDITY_SECONDS)
    return 'The authorization has expired, or is about to.';
  return BigInt(validAfter) > second ? 'The authorization is not valid yet.' : null;
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
