import { walletOf } from '../domain/account/principal.ts';
import type { SettlerParts } from '../domain/x402/settler.ts';
import type { Catalogue } from '../operation/catalogue.ts';
import type { Services } from '../operation/services.ts';

/** Has the tool of a payment take back what its call made. */
export const createWithdrawal =
  (catalogue: Catalogue, services: Services): SettlerParts['withdraw'] =>
  async ({ operation, payer }, output) => {
    await catalogue.byName.get(operation)?.withdraw?.(output, { services, owner: walletOf(payer) });
  };
