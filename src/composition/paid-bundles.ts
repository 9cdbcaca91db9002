import { createReceiptSigner } from '../adapters/x402/offer-receipt.ts';
import { walletOf } from '../domain/account/principal.ts';
import { encodePaymentSeal, PAYMENT_SEAL_PATH, signPaymentSeal } from '../domain/x402/payment-seal.ts';
import type { PaymentRecord } from '../domain/x402/port.ts';
import { receiptOf } from '../domain/x402/receipt.ts';
import type { SettlerParts } from '../domain/x402/settler.ts';
import type { Catalogue } from '../operation/catalogue.ts';
import type { Services } from '../operation/services.ts';
import { withdrawBundle } from '../operation/withdraw-bundle.ts';
import type { Storage } from './storage.ts';

export interface PaidBundleParts {
  readonly catalogue: Catalogue;
  readonly services: Services;
  readonly storage: Storage;
}

/** What becomes of what a payment made: it is bound to the bundles, or everything is taken back. */
export function createPaidBundles(parts: PaidBundleParts): Pick<SettlerParts, 'confirm' | 'withdraw'> {
  const { storage, services } = parts;
  const signReceipt = createReceiptSigner(storage.signing.digestSigner);
  return {
    async confirm(payment, output) {
      const owner = walletOf(payment.payer);
      const ids = await madeBy(parts, payment, output);
      const receipt = ids.length > 0 ? await signReceipt(payment) : null;
      for (const bundleId of ids) {
        const bundle = await services.bundles.find(owner, bundleId);
        if (!bundle) continue;
        const { manifestSha256 } = bundle.record;
        const facts = { bundleId, manifestSha256, payment: receiptOf(payment), receipt };
        const seal = await signPaymentSeal(facts, storage.signing.signer);
        await storage.store.writeSeal(bundleId, PAYMENT_SEAL_PATH, encodePaymentSeal(seal));
      }
    },
    async withdraw(payment, output) {
      const context = { services, owner: walletOf(payment.payer) };
      await parts.catalogue.byName.get(payment.operation)?.withdraw?.(output, context);
      for (const id of await madeBy(parts, payment, output)) await withdrawBundle(id, context);
    },
  };
}

const madeBy = async (
  { catalogue, services }: PaidBundleParts,
  { operation, payer }: PaymentRecord,
  output: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> =>
  (await catalogue.byName.get(operation)?.bundlesMade?.(output, { services, owner: walletOf(payer) })) ?? [];
