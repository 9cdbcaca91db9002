import { EvidenceError } from '../../core/error.ts';
import type { ApiKeyRepository } from '../account/port.ts';
import type { Owner } from '../account/principal.ts';
import type { BillingPortal } from './port.ts';

export interface BillingParts {
  readonly keys: Pick<ApiKeyRepository, 'get'>;
  /** Null: no payment provider is configured. */
  readonly portal: BillingPortal | null;
  readonly returnUrl: string;
}

export interface BillingService {
  /**
   * Address of a portal session for the customer who bought the plan of `owner`.
   *
   * @throws EvidenceError `BILLING_EMAIL_MISMATCH` when the key was not bought with this e-mail,
   *   `BILLING_UNAVAILABLE`, `NOT_FOUND`.
   */
  openPortal(owner: Owner, email: string): Promise<string>;
}

/** Lets the buyer of an API key, and nobody else, into the payment provider's portal. */
export const createBillingService = ({ keys, portal, returnUrl }: BillingParts): BillingService => ({
  async openPortal(owner, email) {
    if (!portal) throw new EvidenceError('BILLING_UNAVAILABLE');
    const key = owner.kind === 'api-key' ? await keys.get(owner.keyId) : null;
    // The key's own spelling goes to the provider: what was typed here only has to name it.
    if (!key?.email || !isSameAddress(key.email, email)) throw new EvidenceError('BILLING_EMAIL_MISMATCH');
    return portal.openSession(key.email, returnUrl);
  },
});

const isSameAddress = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();
