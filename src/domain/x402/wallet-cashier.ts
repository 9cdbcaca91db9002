import type { Clock } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import { walletOf } from '../account/principal.ts';
import type { Reservation } from '../payment/port.ts';
import { toChecksumAddress } from '../signing/address.ts';
import { challenge, settlementPending } from './challenge.ts';
import { creditsToAtomic, type PaymentNetwork } from './network.ts';
import { mismatch, type Payment, untimely } from './payment.ts';
import type {
  AuthorizationLedger,
  Facilitator,
  NewPayment,
  PaidAnswers,
  PaymentRecord,
  PaymentRepository,
} from './port.ts';
import { sentenceOf } from './reasons.ts';
import { type PaymentReceipt, receiptOf, type SignedReceipt } from './receipt.ts';
import type { PaymentSettler } from './settler.ts';
import { type PaymentTerms, requirementsOf } from './terms.ts';

/** A priced call, as its payment buys it. */
export interface Purchase {
  readonly operation: string;
  readonly credits: number;
  readonly description: string;
  /** Address of what is bought. */
  readonly resourceUrl: string;
  /** SHA-256 of operation and parameters, hex. */
  readonly requestSha256: string;
  /** Longest time that the call itself runs. */
  readonly deadlineMs: number;
  /** The work may go on as a job, and is settled at its end. */
  readonly mayBecomeJob: boolean;
}

/** What a payment got. */
export type Sale =
  /** The call runs; the reservation ends it. */
  | { readonly kind: 'work'; readonly payer: string; readonly reservation: PaidReservation }
  /** The work was done before: this is its answer. */
  | { readonly kind: 'answer'; readonly payer: string; readonly answer: PaidAnswer }
  /** The payer has its answer already. The payment is public by now, so it proves nobody. */
  | { readonly kind: 'delivered'; readonly payer: string; readonly receipt: PaymentReceipt };

/** An answer for the payer. */
export interface PaidAnswer {
  readonly output: Readonly<Record<string, unknown>>;
  /** Null while its job runs. */
  readonly receipt: PaymentReceipt | null;
  /** To be called once the answer has reached the payer. */
  delivered(): Promise<void>;
}

/** A reservation whose receipt exists once it is captured. */
export interface PaidReservation extends Reservation {
  receipt(): PaymentReceipt | null;
  delivered(): Promise<void>;
}

/** What payments by wallet are taken with. */
export interface WalletCashierParts {
  readonly network: PaymentNetwork;
  /** EIP-55. */
  readonly payTo: `0x${string}`;
  readonly facilitator: Facilitator;
  readonly ledger: AuthorizationLedger;
  readonly payments: PaymentRepository;
  readonly answers: PaidAnswers;
  readonly settler: PaymentSettler;
  readonly signReceipt: (payment: PaymentRecord) => Promise<SignedReceipt>;
  readonly clock: Clock;
  readonly wait: (ms: number) => Promise<void>;
}

const CALL_TIMEOUT_SECONDS = 300;
/** A job may wait for its turn, and runs for 10 minutes. */
const JOB_TIMEOUT_SECONDS = 3_600;
/** Beyond the call's own deadline: verifying, and waiting for an earlier call. */
const LEASE_MARGIN_MS = 60_000;
/** How long a call waits for another one that has the same payment or buys the same. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 100;

/** What one payment is about. */
interface Deal {
  readonly purchase: Purchase;
  readonly terms: PaymentTerms;
  readonly payment: Payment;
}

/** Sells calls to wallets: take the authorization, verify, work, settle, let the chain decide, deliver once. */
export class WalletCashier {
  readonly #parts: WalletCashierParts;

  constructor(parts: WalletCashierParts) {
    this.#parts = parts;
  }

  /** The answer to a call that must be paid. */
  required(purchase: Purchase): EvidenceError {
    return challenge(this.#termsOf(purchase), 'PAYMENT_REQUIRED');
  }

  /**
   * Take a payment for a call.
   *
   * @throws EvidenceError `PAYMENT_INVALID` (with how to pay), `PAYMENT_REUSED`, `SETTLEMENT_PENDING`,
   *   `FACILITATOR_UNAVAILABLE`, `CHAIN_UNAVAILABLE`.
   */
  async buy(purchase: Purchase, payment: Payment): Promise<Sale> {
    const deal = { purchase, payment, terms: this.#termsOf(purchase) };
    const order = await this.#orderOf(deal);
    await this.#assertMeets(deal, order);
    const claim = await this.#claim(deal, order);
    if (claim.kind === 'known') return this.#resume(deal, claim.payment);
    await this.#verify(deal, claim.payment);
    const earlier = await this.#begin(deal, claim.payment);
    if (!earlier) return this.#work(deal, claim.payment);
    // The new signature has proved the wallet; it is never settled.
    await this.#parts.payments.forget(claim.payment.paymentId);
    return this.#resume(deal, earlier);
  }

  #termsOf({ credits, description, resourceUrl, mayBecomeJob }: Purchase): PaymentTerms {
    return {
      network: this.#parts.network,
      payTo: this.#parts.payTo,
      amountAtomic: creditsToAtomic(credits),
      maxTimeoutSeconds: mayBecomeJob ? JOB_TIMEOUT_SECONDS : CALL_TIMEOUT_SECONDS,
      resource: { url: resourceUrl, description, mimeType: 'application/json' },
    };
  }

  async #orderOf({ purchase, payment, terms }: Deal): Promise<NewPayment> {
    const { payer, version, identifier, authorization, signature } = payment;
    const { operation, requestSha256, credits } = purchase;
    return {
      ...{ payer, version, identifier, authorization, signature, operation, requestSha256, credits },
      ownerId: walletOf(payer).ownerId,
      requirements: requirementsOf(terms),
      resource: terms.resource,
      fromBlock: await this.#parts.ledger.blockNumber(),
    };
  }

  async #assertMeets({ payment, terms }: Deal, order: NewPayment): Promise<void> {
    const problem = mismatch(payment, terms);
    if (problem === null) return;
    const taken = await this.#parts.payments.findTaken(order);
    if (taken?.signature === payment.signature) throw new EvidenceError('PAYMENT_REUSED');
    throw challenge(terms, 'PAYMENT_INVALID', problem);
  }

  /** One of many copies gets the payment; the others wait for what becomes of it. */
  async #claim({ purchase, terms }: Deal, order: NewPayment) {
    const leaseMs = purchase.deadlineMs + LEASE_MARGIN_MS;
    return this.#untilFree(async () => {
      const claim = await this.#parts.payments.claim(order, leaseMs);
      if (claim.kind === 'other-request') throw new EvidenceError('PAYMENT_REUSED');
      if (claim.kind === 'other-signature')
        throw challenge(terms, 'PAYMENT_INVALID', 'The signature is not the one that was taken.');
      return claim.kind === 'busy' ? null : claim;
    });
  }

  async #verify({ terms }: Deal, payment: PaymentRecord): Promise<void> {
    const { facilitator, payments, clock } = this.#parts;
    try {
      const late = untimely(payment.authorization, clock.now());
      if (late !== null) throw challenge(terms, 'PAYMENT_INVALID', late);
      const answer = await facilitator.verify(payment);
      if (answer.kind === 'invalid') throw challenge(terms, 'PAYMENT_INVALID', sentenceOf(answer.reason));
      if (answer.payer !== null && toChecksumAddress(answer.payer) !== payment.payer)
        throw challenge(terms, 'PAYMENT_INVALID', 'The payment is not of the wallet that it names.');
    } catch (error) {
      await payments.forget(payment.paymentId);
      throw error;
    }
  }

  /** @returns an earlier payment for the same request that must be answered instead; null: this one has begun. */
  async #begin({ purchase }: Deal, { paymentId }: PaymentRecord): Promise<PaymentRecord | null> {
    const { payments } = this.#parts;
    try {
      const found = await this.#untilFree(async () => {
        const earlier = await payments.begin(paymentId, purchase.deadlineMs + LEASE_MARGIN_MS);
        return earlier?.state === 'working' ? null : { earlier };
      });
      return found.earlier;
    } catch (error) {
      await payments.forget(paymentId);
      throw error;
    }
  }

  /** Hand over what was paid for, once it is certain that it was. */
  async #resume({ purchase, terms, payment }: Deal, known: PaymentRecord): Promise<Sale> {
    const { payer } = known;
    const stood = known.state === 'due' ? await this.#awaitSettlement(known) : known;
    if (stood.state === 'due') throw settlementPending();
    if (stood.state === 'released') throw challenge(terms, 'PAYMENT_INVALID', NOT_SETTLED);
    // Once settled, the payment stands in public calldata: whoever shows it again gets the receipt, not the goods.
    const isSecret = known.identifier !== null && known.identifier === payment.identifier;
    if (stood.state === 'settled' && stood.deliveredAt !== null && !isSecret)
      return { kind: 'delivered', payer, receipt: await this.#receiptOf(stood) };
    const output = await this.#parts.answers.read(stood);
    if (output) return { kind: 'answer', payer, answer: await this.#answer(stood, output) };
    if (stood.state !== 'settled') throw settlementPending('The job of this payment still runs.');
    return { kind: 'work', payer, reservation: await this.#prepaid(stood, purchase) };
  }

  async #awaitSettlement(payment: PaymentRecord): Promise<PaymentRecord> {
    const { payments, settler, clock, wait } = this.#parts;
    const until = clock.now().getTime() + PATIENCE_MS;
    for (;;) {
      if (await payments.lease(payment.paymentId, LEASE_MARGIN_MS))
        return settler.settle(payment, { isFirst: false });
      const now = await payments.find(payment.paymentId);
      if (now?.state !== 'due') return now ?? payment;
      if (clock.now().getTime() >= until) return now;
      await wait(PAUSE_MS);
    }
  }

  async #answer(payment: PaymentRecord, output: PaidAnswer['output']): Promise<PaidAnswer> {
    return {
      output,
      receipt: payment.state === 'settled' ? await this.#receiptOf(payment) : null,
      delivered: () => this.#parts.payments.delivered(payment.paymentId),
    };
  }

  #work({ purchase, terms }: Deal, payment: PaymentRecord): Sale {
    const { payments, answers, settler } = this.#parts;
    const { paymentId, payer } = payment;
    const receiptOfSettled = (settled: PaymentRecord) => this.#receiptOf(settled);
    let receipt: PaymentReceipt | null = null;
    const reservation: PaidReservation = {
      credits: purchase.credits,
      async capture(output) {
        await answers.keep(payment, output);
        assertInForce(await payments.makeDue(paymentId, LEASE_MARGIN_MS));
        const settled = await settler.settle(payment, { isFirst: true });
        if (settled.state === 'released') throw challenge(terms, 'PAYMENT_INVALID', NOT_SETTLED);
        if (settled.state !== 'settled') throw settlementPending();
        receipt = await receiptOfSettled(settled);
      },
      async handTo(jobId, output) {
        await answers.keep(payment, output);
        assertInForce(await payments.handTo(paymentId, jobId));
      },
      release: () => payments.release(paymentId, 'call'),
      receipt: () => receipt,
      delivered: () => payments.delivered(paymentId),
    };
    return { kind: 'work', payer, reservation };
  }

  /** Settled before, its answer lost: the work is done again, and nothing more is charged. */
  async #prepaid(payment: PaymentRecord, { credits }: Purchase): Promise<PaidReservation> {
    const { answers, payments } = this.#parts;
    const receipt = await this.#receiptOf(payment);
    return {
      credits,
      capture: (output) => answers.keep(payment, output),
      handTo: (_jobId, output) => answers.keep(payment, output),
      release: async () => {},
      receipt: () => receipt,
      delivered: () => payments.delivered(payment.paymentId),
    };
  }

  /** A receipt that could not be signed is a receipt all the same. */
  async #receiptOf(payment: PaymentRecord): Promise<PaymentReceipt> {
    return { ...receiptOf(payment), signed: await this.#parts.signReceipt(payment).catch(() => null) };
  }

  /** Try until there is an answer. @throws EvidenceError `SETTLEMENT_PENDING` when another call has it for too long. */
  async #untilFree<T>(attempt: () => Promise<T | null>): Promise<T> {
    const { clock, wait } = this.#parts;
    const until = clock.now().getTime() + PATIENCE_MS;
    for (;;) {
      const outcome = await attempt();
      if (outcome !== null) return outcome;
      if (clock.now().getTime() >= until)
        throw settlementPending('The first call with this payment still runs.');
      await wait(PAUSE_MS);
    }
  }
}

const NOT_SETTLED = 'The payment could not be settled. Nothing was paid, and the result is withheld.';

function assertInForce(isInForce: boolean): void {
  if (!isInForce) throw new EvidenceError('DEADLINE_EXCEEDED');
}
