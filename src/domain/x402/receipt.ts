import type { PaymentRecord } from './port.ts';

/** A receipt of the extension `offer-receipt`, signed by EIP-712. */
export interface SignedReceipt {
  readonly format: 'eip712';
  readonly payload: {
    readonly version: number;
    readonly network: string;
    readonly resourceUrl: string;
    readonly payer: string;
    /** Unix seconds. */
    readonly issuedAt: number;
    readonly transaction: string;
  };
  readonly signature: string;
}

/** What a payer is told about a payment that was settled. */
export interface PaymentReceipt {
  /** Hash of the transaction. */
  readonly transaction: string;
  /** CAIP-2. */
  readonly network: string;
  readonly payer: string;
  /** Atomic units. */
  readonly amount: string;
  readonly asset: string;
  readonly payTo: string;
  /** Version of the protocol that it was paid in. */
  readonly version: 1 | 2;
  readonly resourceUrl: string;
  readonly requestSha256: string;
  readonly settledAt: Date;
  /** Signed by the service's evidence key; absent where that failed. */
  readonly signed?: SignedReceipt | null;
}

/** @throws TypeError when the payment is not settled. */
export function receiptOf(payment: PaymentRecord): PaymentReceipt {
  const { transaction, settledAt, payer, requirements, version, resource, requestSha256 } = payment;
  if (transaction === null || settledAt === null) throw new TypeError('a payment that is not settled');
  const { network, amount, asset, payTo } = requirements;
  const { url: resourceUrl } = resource;
  return {
    transaction,
    network,
    payer,
    amount,
    asset,
    payTo,
    version,
    resourceUrl,
    requestSha256,
    settledAt,
  };
}
