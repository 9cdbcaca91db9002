import { z } from 'zod';
import type { SettlementClaim, Verification } from '../../domain/x402/port.ts';

const verifySchema = z.object({
  isValid: z.boolean(),
  invalidReason: z.string().nullish(),
  payer: z.string().nullish(),
});
const settleSchema = z.object({
  success: z.boolean(),
  errorReason: z.string().nullish(),
  transaction: z.string().nullish(),
});

/** Reasons after which a transaction may still be under way, whatever the answer says. */
const UNDECIDED = /pending|unexpected|timeout|timed_out|transaction_(?:failed|state)|already_used/;

/** What an answer of `/verify` says; null when it is none. */
export function verificationOf(body: unknown): Verification | null {
  const { data } = verifySchema.safeParse(body);
  if (!data) return null;
  if (data.isValid) return { kind: 'valid', payer: data.payer ?? null };
  const reason = data.invalidReason ?? '';
  // The facilitator could not look: that is no judgement of the payment.
  return /unexpected/.test(reason) ? null : { kind: 'invalid', reason };
}

/** What an answer of `/settle` says; null when it is none. */
export function claimOf(body: unknown): SettlementClaim | null {
  const { data } = settleSchema.safeParse(body);
  if (!data) return null;
  if (data.success) return { kind: 'settled', transaction: data.transaction ?? '' };
  const reason = data.errorReason ?? '';
  return { kind: reason === '' || UNDECIDED.test(reason) ? 'unknown' : 'refused', reason };
}
