import type { Authorization } from './payment.ts';
import type { PaidResource, PaymentRequirements } from './terms.ts';

/** A payment with what it was taken for: enough to settle it in another process. */
export interface SettlementOrder {
  readonly authorization: Authorization;
  readonly signature: string;
  readonly requirements: PaymentRequirements;
  readonly resource: PaidResource;
}

/** The answer of {@link Facilitator.verify}. `reason` is the facilitator's text: for logs, never for callers. */
export type Verification =
  | { readonly kind: 'valid'; readonly payer: string | null }
  | { readonly kind: 'invalid'; readonly reason: string };

/** What a facilitator says of a settlement. Its word is a hint: the chain decides where there is one. */
export type SettlementClaim =
  | { readonly kind: 'settled'; readonly transaction: string }
  /** It will not settle this payment as things are, e.g. for want of funds. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** No answer, or one that says nothing. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** Checks and settles payments: our own, a remote one, or one that moves no money. */
export interface Facilitator {
  /** @throws EvidenceError `FACILITATOR_UNAVAILABLE`. */
  verify(order: SettlementOrder): Promise<Verification>;
  /** Never throws. Settling again is harmless: an authorization can be used once. */
  settle(order: SettlementOrder): Promise<SettlementClaim>;
}

/** What became of an authorization. */
export type Fate =
  | { readonly kind: 'open' }
  | { readonly kind: 'settled'; readonly transaction: string }
  /** Cancelled, or expired unused: no one can use it any more. */
  | { readonly kind: 'dead' };

/** Where an authorization was looked for first. */
export interface SeenOrder extends SettlementOrder {
  /** Block at which the payment arrived: it was not used before. */
  readonly fromBlock: bigint;
}

/** The token's own record of authorizations. */
export interface AuthorizationLedger {
  /** Whether it knows by itself what was paid; if not, the facilitator's word counts. */
  readonly isIndependent: boolean;
  /** @throws EvidenceError `CHAIN_UNAVAILABLE`. */
  blockNumber(): Promise<bigint>;
  /** @throws EvidenceError `CHAIN_UNAVAILABLE`. */
  fateOf(order: SeenOrder): Promise<Fate>;
}

/**
 * Where a payment stands. `reserved`: taken, being verified. `working`: verified, its call runs. `held`: its job
 * runs. `due`: the work is done, to be settled. `settled` and `released` (unpaid, free to be used again) end it.
 */
export type PaymentState = 'reserved' | 'working' | 'held' | 'due' | 'settled' | 'released';

/** A payment as it arrives with a request. */
export interface NewPayment extends SeenOrder {
  /** EIP-55. */
  readonly payer: string;
  readonly version: 1 | 2;
  readonly identifier: string | null;
  readonly operation: string;
  /** SHA-256 of operation and parameters, hex: one payment buys one request. */
  readonly requestSha256: string;
  readonly ownerId: string;
  readonly credits: number;
}

/** A payment that was taken. */
export interface PaymentRecord extends NewPayment {
  readonly paymentId: string;
  readonly state: PaymentState;
  readonly jobId: string | null;
  readonly transaction: string | null;
  readonly settledAt: Date | null;
  /** When its answer reached the payer. */
  readonly deliveredAt: Date | null;
}

/** The answer of {@link PaymentRepository.claim}. */
export type PaymentClaim =
  | { readonly kind: 'claimed'; readonly payment: PaymentRecord }
  /** Another call, in whichever process, has it under way. */
  | { readonly kind: 'busy' }
  /** Its call has ended before: held, due or settled. */
  | { readonly kind: 'known'; readonly payment: PaymentRecord }
  | { readonly kind: 'other-request' }
  | { readonly kind: 'other-signature' };

/**
 * Payments, shared by all processes. Whoever works on one has a lease; a lease that ran out was left by a dead
 * process. Each change of state that moves money also moves the payer's charge, in one transaction.
 */
export interface PaymentRepository {
  /** Take an authorization for a request: of many at once, one gets it. */
  claim(payment: NewPayment, leaseMs: number): Promise<PaymentClaim>;
  /** Forget a claimed payment that proved invalid, or that nobody could verify. */
  forget(paymentId: string): Promise<void>;
  /**
   * Verified: reserve its charge.
   *
   * @returns the newest other payment of this payer for this request whose answer did not reach it (working, held,
   *   due or settled); then nothing was begun.
   */
  begin(paymentId: string, leaseMs: number): Promise<PaymentRecord | null>;
  /** The work is done: from now on it is settled, whatever happens to this process. @returns false when it was released. */
  makeDue(paymentId: string, leaseMs: number): Promise<boolean>;
  /** Let the end of a job decide. @returns false when it was released. */
  handTo(paymentId: string, jobId: string): Promise<boolean>;
  /** Give it back unpaid. `due`: also one whose work is done, because it cannot be settled; its job then fails. */
  release(paymentId: string, from: 'call' | 'due'): Promise<void>;
  settled(paymentId: string, transaction: string): Promise<void>;
  delivered(paymentId: string): Promise<void>;
  find(paymentId: string): Promise<PaymentRecord | null>;
  /** That of this authorization, unless it is free to be used again. */
  findTaken(payment: Pick<NewPayment, 'requirements' | 'authorization'>): Promise<PaymentRecord | null>;
  /** Lease due payments that nobody works on. At most 20. */
  leaseDue(leaseMs: number): Promise<readonly PaymentRecord[]>;
  /** Lease one due payment. @returns false when somebody else has it. */
  lease(paymentId: string, leaseMs: number): Promise<boolean>;
  /** Give a lease back: a call that asks may try at once, the rounds in `retryMs`. */
  postpone(paymentId: string, retryMs: number): Promise<void>;
  /** Released payments whose authorization has expired and was not looked at since. At most 20. */
  expired(): Promise<readonly PaymentRecord[]>;
  /** An expired one was never used: there is nothing more to know. */
  close(paymentId: string): Promise<void>;
  /** An expired one was used after all: its payer has a call to its credit. */
  credit(paymentId: string, transaction: string): Promise<void>;
  /** Give back what dead calls left behind. `callsUnderWay`: see ChargeRepository.releaseAbandoned. */
  recover(callsUnderWay: boolean): Promise<void>;
}

/** Answers that were paid for, or soon are, until they reach their payer. */
export interface PaidAnswers {
  keep(payment: PaymentRecord, output: Readonly<Record<string, unknown>>): Promise<void>;
  /** Null when it is gone: the work is done again then. */
  read(payment: PaymentRecord): Promise<Readonly<Record<string, unknown>> | null>;
  remove(payment: PaymentRecord): Promise<void>;
}
