import type { EvidenceError } from '../core/error.ts';
import type { PaymentOffer } from '../domain/x402/challenge.ts';
import { PAYMENT_NETWORKS } from '../domain/x402/network.ts';
import type { PaymentReceipt } from '../domain/x402/receipt.ts';

/** The offer of a 402 that a wallet can meet; null for every other failure. */
export function offerIn({ status, details }: EvidenceError): PaymentOffer | null {
  const { payment } = details;
  return status === 402 && payment ? (payment as PaymentOffer) : null;
}

/**
 * PaymentRequired of version 2: base64 of it is the header `PAYMENT-REQUIRED`, and MCP carries it in the result.
 *
 * @see https://github.com/coinbase/x402 specs/x402-specification-v2.md 5.1
 */
export const paymentRequired = ({ resource, accepts }: PaymentOffer, error: string) => ({
  x402Version: 2,
  error,
  resource,
  accepts,
  extensions: { 'payment-identifier': PAYMENT_IDENTIFIER },
});

/** A client may add a secret id of its own, by which it gets its answer again. */
const PAYMENT_IDENTIFIER = {
  info: { required: false },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      required: { type: 'boolean' },
      id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' },
    },
    required: ['required'],
  },
};

/** Members of the 402 body: version 1 is read from the body alone; `payment` says the same in plain words. */
export function paymentDetails({ accepts, acceptsV1, resource }: PaymentOffer): Record<string, unknown> {
  const [offer] = accepts;
  return {
    x402Version: 1,
    accepts: acceptsV1,
    payment: offer && {
      amount: offer.amount,
      asset: offer.asset,
      recipient: offer.payTo,
      network: offer.network,
      resource: resource.url,
    },
  };
}

/** Headers of a 402 beside its body. */
export function challengeHeaders(offer: PaymentOffer, error: string): Record<string, string> {
  const [first] = offer.accepts;
  return {
    'PAYMENT-REQUIRED': toBase64(paymentRequired(offer, error)),
    ...(first && {
      'X-Payment-Amount': first.amount,
      'X-Payment-Recipient': first.payTo,
      'X-Payment-Network': first.network,
      'X-Payment-Asset': first.asset,
    }),
  };
}

/** SettlementResponse of version 2. */
export const settlementResponse = ({ transaction, network, payer, amount, signed }: PaymentReceipt) => ({
  success: true,
  transaction,
  network,
  payer,
  amount,
  ...(signed && { extensions: { 'offer-receipt': { info: { receipt: signed } } } }),
});

/** Headers of an answer that was paid for. Payers of version 1 know networks by name. */
export function receiptHeaders(receipt: PaymentReceipt): Record<string, string> {
  const response = settlementResponse(receipt);
  const { v1Name } = PAYMENT_NETWORKS[receipt.network as keyof typeof PAYMENT_NETWORKS];
  const network = receipt.version === 1 ? v1Name : receipt.network;
  return {
    'X-Payment-Receipt': receipt.transaction,
    'PAYMENT-RESPONSE': toBase64(response),
    'X-PAYMENT-RESPONSE': toBase64({ ...response, network }),
  };
}

const toBase64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
