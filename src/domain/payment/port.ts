import type { Principal } from '../account/principal.ts';
import type { BillingPeriod } from './billing-period.ts';

/** A call that is about to run, for its cashier. */
export interface Order {
  readonly principal: Principal;
  readonly operation: string;
  readonly credits: number;
  /** Chosen by the caller: calls with the same one are charged once in 24 hours. */
  readonly idempotencyKey: string | null;
}

/** What a call reserved. The call ends it in one of three ways; a second one changes nothing. */
export interface Reservation {
  /** Credits that the call costs, 0 when nothing is charged. */
  readonly credits: number;
  /**
   * The call succeeded.
   *
   * @param output its answer, which a wallet gets only once it has paid.
   * @throws EvidenceError `DEADLINE_EXCEEDED` when the reservation has lapsed; of a wallet also `PAYMENT_INVALID`
   *   (not paid after all) and `SETTLEMENT_PENDING`.
   */
  capture(output: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * The call succeeded so far and goes on as a job: its end captures or releases, in the transaction that ends it.
   *
   * @throws EvidenceError `DEADLINE_EXCEEDED` when the reservation has lapsed.
   */
  handTo(jobId: string, output: Readonly<Record<string, unknown>>): Promise<void>;
  /** The call failed: nobody is charged, whatever becomes of its job. */
  release(): Promise<void>;
}

/** Reserve -> work -> capture | release (design.md 4.3). One for each way of paying. */
export interface Cashier {
  /** @throws EvidenceError when the caller cannot pay: `QUOTA_EXHAUSTED`, `AUTHENTICATION_REQUIRED`. */
  reserve(order: Order): Promise<Reservation>;
}

/** `reserved` becomes one of the others, which are final. */
export type ChargeState = 'reserved' | 'captured' | 'released';

/** A charge to be reserved. */
export interface NewCharge {
  readonly ownerId: string;
  readonly operation: string;
  /** Positive. */
  readonly credits: number;
  readonly idempotencyKey: string | null;
}

/** Credits of an owner in one month: the sum of its ledger entries. */
export interface Balance {
  /** Captured. */
  readonly usedCredits: number;
  /** Reserved by calls and jobs under way. */
  readonly reservedCredits: number;
}

/** The answer of {@link ChargeRepository.reserve}. */
export type ReserveOutcome =
  | { readonly kind: 'reserved'; readonly chargeId: string }
  /** An earlier call with this idempotency key was charged, or its job may be. */
  | { readonly kind: 'paid' }
  | { readonly kind: 'exhausted'; readonly balance: Balance };

/** One line of the ledger. Entries are appended and never change. */
export interface LedgerEntry {
  /** From 1, dense within owner and month. */
  readonly seq: number;
  readonly at: Date;
  /** `reserve` puts credits aside; one `capture` or `release` ends that. */
  readonly kind: 'reserve' | 'capture' | 'release';
  readonly chargeId: string;
  readonly operation: string;
  readonly jobId: string | null;
  /** Hash of the transaction that a wallet settled the charge with. */
  readonly transaction: string | null;
  readonly credits: number;
  /** Sums of all entries up to this one. */
  readonly balance: Balance;
}

/** A part of an owner's ledger. */
export interface LedgerQuery {
  readonly ownerId: string;
  readonly period: BillingPeriod;
  /** Entries behind this one; 0: from the first. */
  readonly afterSeq: number;
  readonly limit: number;
}

/** Charges and the ledger behind them, shared by all processes. */
export interface ChargeRepository {
  /**
   * Put credits aside unless used, reserved and new ones exceed `limitCredits` together. Calls of an owner
   * are judged one after another: however many come at once, the limit is never overspent.
   */
  reserve(charge: NewCharge, limitCredits: number): Promise<ReserveOutcome>;
  /** Capture. @returns false when the charge was released. */
  capture(chargeId: string): Promise<boolean>;
  /** Let the end of a job decide; it may have ended already. @returns false when the charge was released before. */
  handTo(chargeId: string, jobId: string): Promise<boolean>;
  /** Release, unless the charge has ended. */
  release(chargeId: string): Promise<void>;
  /**
   * Release what calls left behind that died before their end. What they handed to a job stays until its end.
   *
   * @param callsUnderWay false when no call can run anywhere: at the start of the only process. Otherwise a
   *   call counts as dead once its time is up.
   */
  releaseAbandoned(callsUnderWay: boolean): Promise<void>;
  balance(ownerId: string, period: BillingPeriod): Promise<Balance>;
  /** Entries in the order they were made. */
  entries(query: LedgerQuery): Promise<readonly LedgerEntry[]>;
}
