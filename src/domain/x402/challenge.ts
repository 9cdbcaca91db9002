import { EvidenceError } from '../../core/error.ts';
import { type PaidResource, type PaymentTerms, requirementsOf, requirementsV1Of } from './terms.ts';

/** How a call can be paid, in both versions of the protocol: `details.payment` of a 402. Plain JSON. */
export interface PaymentOffer {
  readonly resource: PaidResource;
  /** `accepts` of version 2. */
  readonly accepts: readonly ReturnType<typeof requirementsOf>[];
  /** `accepts` of version 1. */
  readonly acceptsV1: readonly ReturnType<typeof requirementsV1Of>[];
}

export const offerOf = (terms: PaymentTerms): PaymentOffer => ({
  resource: terms.resource,
  accepts: [requirementsOf(terms)],
  acceptsV1: [requirementsV1Of(terms)],
});

/** The call must be paid, and how. @param reason a sentence of ours; default: that of the code. */
export const challenge = (
  terms: PaymentTerms,
  code: 'PAYMENT_REQUIRED' | 'PAYMENT_INVALID',
  reason?: string,
): EvidenceError => new EvidenceError(code, reason, { details: { payment: offerOf(terms) } });

/** What became of the payment is not known yet. Never answered with another demand for money. */
export const settlementPending = (message?: string): EvidenceError =>
  new EvidenceError('SETTLEMENT_PENDING', message);
