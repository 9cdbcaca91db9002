import { performance } from 'node:perf_hooks';
import type { z } from 'zod';
import { EvidenceError, toEvidenceError } from '../core/error.ts';
import type { RateLimiter } from '../domain/account/port.ts';
import { type Principal, walletOf } from '../domain/account/principal.ts';
import type { AuditLog } from '../domain/audit/port.ts';
import type { IdempotencyRepository } from '../domain/idempotency/port.ts';
import type { Cashier, Reservation } from '../domain/payment/port.ts';
import { PRICES } from '../domain/payment/price-table.ts';
import type { PaymentReceipt } from '../domain/x402/receipt.ts';
import type { Sale, WalletCashier } from '../domain/x402/wallet-cashier.ts';
import type { Catalogue } from './catalogue.ts';
import type { Attachment, Tool, ToolContext } from './define-tool.ts';
import { type Answer, answerOnce, type KeyedAnswer } from './idempotency.ts';
import { takeIdempotencyKey } from './idempotency-key.ts';
import { invalidInput } from './invalid-input.ts';
import type { Authenticator, Credentials } from './ports.ts';
import { paymentIn, purchaseOf } from './purchase.ts';
import type { Services } from './services.ts';

/** One call, whatever the face. */
export interface Call {
  readonly operation: string;
  /** Raw input: JSON from MCP, coerced strings from REST. */
  readonly input: unknown;
  readonly credentials: Credentials;
  readonly requestId: string;
  readonly face: 'rest' | 'mcp' | 'cli';
  readonly idempotencyKey: string | null;
  readonly signal: AbortSignal;
  readonly progress?: (percent: number, stage: string) => void;
  /** Told the token of the session that the call's sign-in opened, whatever becomes of the call. */
  readonly onSession?: (token: string) => void;
}

/** What every face answers from. */
export interface CallResult extends KeyedAnswer {
  /** Set when a wallet has paid for the call. */
  readonly payment?: PaymentReceipt | null;
  /** The output only says that the paid answer was delivered before. */
  readonly isReceipt?: boolean;
  /** To be called once the answer has reached the caller. */
  readonly onDelivered?: () => void;
}

/** The stages' ports. */
export interface PipelineParts {
  readonly catalogue: Catalogue;
  readonly services: Services;
  readonly authenticator: Authenticator;
  readonly rateLimiter: RateLimiter;
  readonly idempotency: IdempotencyRepository;
  readonly cashier: Cashier;
  /** Takes payments by wallet; absent where they are not taken. */
  readonly wallets?: Pick<WalletCashier, 'required' | 'buy'> | null;
  readonly audit: AuditLog;
  readonly baseUrl: string;
}

const DEFAULT_DEADLINE_MS = 30_000;

/**
 * The one pipeline of every face: authenticate -> rate limit -> parse input -> replay a known idempotency
 * key -> price and reserve -> run -> parse output -> capture or release -> audit (design.md 3).
 * Only a call that succeeded is charged; once its charge is captured, nothing of ours makes it fail any more.
 */
export class Pipeline {
  readonly #parts: PipelineParts;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
  }

  /** @throws EvidenceError only: every failure has a code of the registry. */
  async call(call: Call): Promise<CallResult> {
    const started = performance.now();
    const trace: Trace = { ownerId: null, credits: 0, failure: null, fault: null };
    try {
      return await this.#stages(call, trace);
    } catch (error) {
      trace.failure = toEvidenceError(error);
      throw trace.failure;
    } finally {
      this.#record(call, trace, started);
    }
  }

  async #stages(call: Call, trace: Trace): Promise<CallResult> {
    const { rateLimiter, catalogue, idempotency } = this.#parts;
    const tool = catalogue.byName.get(call.operation);
    if (!tool) throw new EvidenceError('TOOL_UNKNOWN');
    const principal = await this.#authenticate(call);
    trace.ownerId = principal.ownerId;
    await rateLimiter.consume(principal.ownerId ?? addressOf(call.credentials));
    const hasPayment = (call.credentials.payments ?? []).length > 0;
    if (hasPayment && principal.kind === 'api-key')
      throw new EvidenceError('CREDENTIALS_CONFLICT', KEY_OR_PAYMENT);
    if (this.#parts.wallets && tool.price !== 'free' && paysByWallet(principal))
      return this.#sell(this.#parts.wallets, tool, { call, principal, trace });
    if (tool.auth === 'owner' && principal.kind === 'anonymous') throw this.#parts.authenticator.refusal();
    const { parameters, key } = takeIdempotencyKey(tool, call.input, call.idempotencyKey);
    const input = parseInput(tool, parameters);
    const keyed = { ownerId: principal.ownerId, operation: tool.name, key, parameters };
    return answerOnce(idempotency, { ...keyed, onFault: noteFault(trace) }, () =>
      this.#charged(tool, input, { call, principal, trace, key }),
    );
  }

  /** A priced call of a wallet, or of somebody who may pay by one: paid for, or told how. */
  async #sell(
    wallets: NonNullable<PipelineParts['wallets']>,
    tool: Tool,
    { call, principal, trace }: Omit<Scope, 'key'>,
  ): Promise<CallResult> {
    const { parameters, key } = takeIdempotencyKey(tool, call.input, call.idempotencyKey);
    const { data = null, error } = tool.input.safeParse(parameters ?? {}, { reportInput: true });
    const { baseUrl, idempotency } = this.#parts;
    const deadlineMs = tool.deadlineMs ?? DEFAULT_DEADLINE_MS;
    const purchase = purchaseOf(tool, { input: data, parameters, face: call.face, baseUrl, deadlineMs });
    const payment = paymentIn(call.credentials);
    if (!payment) throw wallets.required(purchase);
    if (error) throw invalidInput(error as z.ZodError, tool.input);
    const payer = walletOf(payment.payer);
    if (principal.kind === 'wallet' && principal.ownerId !== payer.ownerId)
      throw new EvidenceError('CREDENTIALS_CONFLICT', 'The payment is of another wallet than the session.');
    const sale = await wallets.buy(purchase, payment);
    trace.ownerId = payer.ownerId;
    if (sale.kind !== 'work') return handOver(sale);
    const { reservation } = sale;
    const keyed = { ownerId: payer.ownerId, operation: tool.name, key, parameters };
    const scope = { call, principal: payer, trace, key, reservation };
    try {
      const answer = await answerOnce(idempotency, { ...keyed, onFault: noteFault(trace) }, () =>
        this.#charged(tool, data as Record<string, unknown>, scope),
      );
      // An answer from before is not paid for twice.
      if (answer.replayed) await reservation.release();
      return {
        ...answer,
        payment: reservation.receipt(),
        onDelivered: quietly(() => reservation.delivered()),
      };
    } catch (error) {
      await reservation.release().catch(noteFault(trace));
      throw error;
    }
  }

  /** A refused credential counts against its address, and so does every sign-in: guesses and new wallets cost nothing. */
  async #authenticate({ credentials, onSession = () => {} }: Call): Promise<Principal> {
    const { rateLimiter, authenticator } = this.#parts;
    const isSignIn = (credentials.signInHeaders ?? []).length > 0;
    if (isSignIn) await rateLimiter.consume(addressOf(credentials));
    try {
      return await authenticator.authenticate(credentials, onSession);
    } catch (error) {
      if (!isSignIn) await rateLimiter.consume(addressOf(credentials));
      throw error;
    }
  }

  async #charged(tool: Tool, input: Record<string, unknown>, scope: Scope): Promise<Answer> {
    const { principal, key, trace } = scope;
    const credits = tool.price === 'free' ? 0 : PRICES[tool.price.select(input)];
    const order = { principal, operation: tool.name, credits, idempotencyKey: key };
    const reservation = scope.reservation ?? (await this.#parts.cashier.reserve(order));
    try {
      const { answer, jobId } = await this.#run(tool, input, scope);
      const { output } = answer;
      await (jobId === null ? reservation.capture(output) : reservation.handTo(jobId, output));
      trace.credits = reservation.credits;
      return answer;
    } catch (error) {
      // What cannot be released now is released when its time is up: the caller learns why its call failed.
      await reservation.release().catch(noteFault(trace));
      throw error;
    }
  }

  async #run(tool: Tool, input: Record<string, unknown>, scope: Scope): Promise<Outcome> {
    let attachment: Attachment | null = null;
    let jobId: string | null = null;
    const deadline = AbortSignal.timeout(tool.deadlineMs ?? DEFAULT_DEADLINE_MS);
    const context: ToolContext = {
      services: this.#parts.services,
      principal: scope.principal,
      signal: AbortSignal.any([scope.call.signal, deadline]),
      progress: scope.call.progress ?? (() => {}),
      baseUrl: this.#parts.baseUrl,
      attach: (value) => {
        attachment = value;
      },
      continueAs: (id) => {
        jobId = id;
      },
    };
    const output = await untilDeadline(tool.run(input, context), deadline);
    return { answer: { output: tool.output.parse(output), attachment }, jobId };
  }

  #record(call: Call, { ownerId, credits, failure, fault }: Trace, started: number): void {
    const error = failure ?? fault;
    this.#parts.audit.record({
      requestId: call.requestId,
      face: call.face,
      operation: call.operation,
      ownerId,
      outcome: failure?.code ?? 'ok',
      durationMs: Math.round(performance.now() - started),
      credits,
      ...(error !== null && { error }),
    });
  }
}

interface Trace {
  ownerId: string | null;
  credits: number;
  failure: EvidenceError | null;
  /** What went wrong beside the call, which did not fail of it. */
  fault: unknown;
}

const noteFault = (trace: Trace) => (error: unknown) => {
  trace.fault = error;
};

const addressOf = ({ address }: Credentials): string => `address:${address}`;

interface Scope {
  readonly call: Call;
  readonly principal: Principal;
  readonly trace: Trace;
  /** Idempotency key, wherever it stood. */
  readonly key: string | null;
  /** What a wallet's payment reserved. */
  readonly reservation?: Reservation;
}

const KEY_OR_PAYMENT = 'An API key and a payment were sent: one call is paid one way.';

/** Callers without a key may pay each call. */
const paysByWallet = ({ kind }: Principal): boolean => kind === 'anonymous' || kind === 'wallet';

/** What was paid for before. */
function handOver(sale: Exclude<Sale, { kind: 'work' }>): CallResult {
  if (sale.kind === 'delivered') {
    const { receipt } = sale;
    const output = { already_delivered: true, transaction: receipt.transaction };
    return { output, attachment: null, replayed: true, payment: receipt, isReceipt: true };
  }
  const { output, receipt, delivered } = sale.answer;
  return {
    output: { ...output },
    attachment: null,
    replayed: true,
    payment: receipt,
    onDelivered: quietly(delivered),
  };
}

/** A mark that gets lost only means that the payer may have its answer again. */
const quietly = (mark: () => Promise<void>) => () => void mark().catch(() => {});

/** What a tool did: its answer, and the job that the work goes on as. */
interface Outcome {
  readonly answer: Answer;
  readonly jobId: string | null;
}

function parseInput(tool: Tool, raw: unknown): Record<string, unknown> {
  const parsed = tool.input.safeParse(raw ?? {}, { reportInput: true });
  if (!parsed.success) throw invalidInput(parsed.error as z.ZodError, tool.input);
  return parsed.data;
}

/** Rejects with `DEADLINE_EXCEEDED` when the deadline passes first, even if the work ignores its signal. */
function untilDeadline<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onDeadline = () => reject(new EvidenceError('DEADLINE_EXCEEDED'));
    deadline.addEventListener('abort', onDeadline, { once: true });
    work.then(resolve, reject).finally(() => deadline.removeEventListener('abort', onDeadline));
  });
}
