import { fromHex } from '../../core/bytes.ts';
import type { DigestSigner } from '../../domain/signing/port.ts';
import type { PaymentRecord } from '../../domain/x402/port.ts';
import { receiptOf, type SignedReceipt } from '../../domain/x402/receipt.ts';

/**
 * Signs receipts of payments, EIP-712, by the key that signs the evidence.
 *
 * @see https://github.com/coinbase/x402 extension offer-receipt
 */
export const createReceiptSigner =
  (signer: DigestSigner) =>
  async (payment: PaymentRecord): Promise<SignedReceipt> => {
    // A third of a second to load: not at the start.
    const [{ createReceiptEIP712 }, { hashTypedData }] = await Promise.all([
      import('@x402/extensions/offer-receipt'),
      import('viem'),
    ]);
    const { resourceUrl, payer, network, transaction } = receiptOf(payment);
    return createReceiptEIP712({ resourceUrl, payer, network, transaction }, async (typedData) => {
      const digest = hashTypedData(typedData as Parameters<typeof hashTypedData>[0]);
      return (await signer.signDigest(fromHex(digest.slice(2)))).signature;
    });
  };
