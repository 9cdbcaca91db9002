import type { PaidAnswers, PaymentRecord, PaymentRepository } from './port.ts';
import { type SettleParts, settle } from './settle.ts';

/** What settles payments whose work is done, and records it. */
export interface SettlerParts extends SettleParts {
  readonly payments: PaymentRepository;
  readonly answers: PaidAnswers;
  /** How long a call waits for its settlement. */
  readonly patienceMs: number;
  /** Pause before a settlement that nobody can judge yet is tried again. */
  readonly retryMs: number;
  /** Bind a settled payment to what its call made. */
  readonly confirm: (payment: PaymentRecord, output: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Take back what a call made, once nobody pays for it. */
  readonly withdraw: (payment: PaymentRecord, output: Readonly<Record<string, unknown>>) => Promise<void>;
  /** What went wrong beside a payment. */
  readonly onFault: (error: unknown) => void;
}

/** Settles payments that are due: for the call that waits for it, and for the rounds in the background. */
export interface PaymentSettler {
  /** @returns the payment as it stands then: `settled`, `released` (nobody pays), or still `due`. */
  settle(payment: PaymentRecord, options: { readonly isFirst: boolean }): Promise<PaymentRecord>;
  /** Settle what is due and has no call to wait for it. @returns what went wrong. */
  settleDue(): Promise<readonly unknown[]>;
  /** Look once at every authorization that was given back unpaid, after it expired. @returns what went wrong. */
  lookAtExpired(): Promise<readonly unknown[]>;
}

const LEASE_MS = 60_000;

/** A settler over the payments of all processes. */
export function createPaymentSettler(parts: SettlerParts): PaymentSettler {
  const { payments, ledger, patienceMs } = parts;
  const settleLeased = async (payment: PaymentRecord, isFirst: boolean): Promise<PaymentRecord> => {
    const settlement = await settle(payment, parts, { patienceMs, isFirst });
    if (settlement.kind === 'settled') await payments.settled(payment.paymentId, settlement.transaction);
    if (settlement.kind === 'refused') await giveBack(parts, payment);
    if (settlement.kind === 'pending') await payments.postpone(payment.paymentId, parts.retryMs);
    const stands = (await payments.find(payment.paymentId)) ?? payment;
    // What was paid for is delivered, whether or not its bundle says so.
    if (stands.state === 'settled') await confirm(parts, stands).catch(parts.onFault);
    return stands;
  };
  return {
    settle: (payment, { isFirst }) => settleLeased(payment, isFirst),
    settleDue: async () =>
      faultsOf(await payments.leaseDue(LEASE_MS), (payment) => settleLeased(payment, false)),
    lookAtExpired: async () =>
      faultsOf(await payments.expired(), async (payment) => {
        const fate = await ledger.fateOf(payment);
        if (fate.kind === 'settled') await payments.credit(payment.paymentId, fate.transaction);
        if (fate.kind === 'dead') await payments.close(payment.paymentId);
      }),
  };
}

async function confirm(parts: SettlerParts, payment: PaymentRecord): Promise<void> {
  const output = await parts.answers.read(payment);
  if (output) await parts.confirm(payment, output);
}

/** Nobody pays: what was made for the payment is withheld for good. */
async function giveBack(
  { payments, answers, withdraw }: SettlerParts,
  payment: PaymentRecord,
): Promise<void> {
  await payments.release(payment.paymentId, 'due');
  const output = await answers.read(payment);
  await answers.remove(payment);
  if (output) await withdraw(payment, output);
}

/** All at once: each one waits for a facilitator, not for this machine. */
async function faultsOf(
  payments: readonly PaymentRecord[],
  work: (payment: PaymentRecord) => Promise<unknown>,
): Promise<unknown[]> {
  const outcomes = await Promise.allSettled(payments.map(work));
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
}
