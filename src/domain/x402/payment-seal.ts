import { canonicalBytes } from '../../core/canonical-json.ts';
import { toTimestamp } from '../../core/clock.ts';
import { type SignatureMembers, signDocument } from '../custody/signed-document.ts';
import type { Signer } from '../signing/port.ts';
import type { PaymentReceipt, SignedReceipt } from './receipt.ts';

/** Where a bundle says who paid for it. */
export const PAYMENT_SEAL_PATH = 'seals/payment.json';

/** What a seal binds together. */
export interface PaymentSealFacts {
  readonly bundleId: string;
  /** Hex. */
  readonly manifestSha256: string;
  readonly payment: PaymentReceipt;
  readonly receipt: SignedReceipt | null;
}

const membersOf = ({ bundleId, manifestSha256, payment, receipt }: PaymentSealFacts) => ({
  schema: 'affiant-payment/v1' as const,
  bundle_id: bundleId,
  manifest_sha256: manifestSha256,
  request_sha256: payment.requestSha256,
  resource_url: payment.resourceUrl,
  payer: payment.payer,
  pay_to: payment.payTo,
  network: payment.network,
  asset: payment.asset,
  amount: payment.amount,
  transaction: payment.transaction,
  settled_at: toTimestamp(payment.settledAt),
  receipt,
});

/** `seals/payment.json`: a payment bound to the manifest of what it bought, signed by the service. */
export type PaymentSeal = ReturnType<typeof membersOf> & SignatureMembers;

/**
 * Bind a payment to a bundle: EIP-191 over `affiant-payment/v1\\n<digest>`, as every signed document here.
 *
 * @see evidence-format.md 9
 */
export const signPaymentSeal = (facts: PaymentSealFacts, signer: Signer): Promise<PaymentSeal> =>
  signDocument(membersOf(facts), signer);

/** Bytes of `seals/payment.json`, canonical JSON. */
export const encodePaymentSeal = (seal: PaymentSeal): Uint8Array => canonicalBytes(seal);
