import { performance } from 'node:perf_hooks';
import type { z } from 'zod';
import { EvidenceError, toEvidenceError } from '../core/error.ts';
import type { RateLimiter } from '../domain/account/port.ts';
import type { Principal } from '../domain/account/principal.ts';
import type { AuditLog } from '../domain/audit/port.ts';
import type { IdempotencyRepository } from '../domain/idempotency/port.ts';
import type { Cashier } from '../domain/payment/port.ts';
import { PRICES } from '../domain/payment/price-table.ts';
import type { Catalogue } from './catalogue.ts';
import type { Attachment, Tool, ToolContext } from './define-tool.ts';
import { type Answer, answerOnce, type KeyedAnswer } from './idempotency.ts';
import { takeIdempotencyKey } from './idempotency-key.ts';
import { invalidInput } from './invalid-input.ts';
import type { Authenticator, Credentials } from './ports.ts';
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
export type CallResult = KeyedAnswer;

/** The stages' ports. */
export interface PipelineParts {
  readonly catalogue: Catalogue;
  readonly services: Services;
  readonly authenticator: Authenticator;
  readonly rateLimiter: RateLimiter;
  readonly idempotency: IdempotencyRepository;
  readonly cashier: Cashier;
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
    if (tool.auth === 'owner' && principal.kind === 'anonymous') throw this.#parts.authenticator.refusal();
    const { parameters, key } = takeIdempotencyKey(tool, call.input, call.idempotencyKey);
    const input = parseInput(tool, parameters);
    const keyed = { ownerId: principal.ownerId, operation: tool.name, key, parameters };
    return answerOnce(idempotency, { ...keyed, onFault: noteFault(trace) }, () =>
      this.#charged(tool, input, { call, principal, trace, key }),
    );
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
    const reservation = await this.#parts.cashier.reserve(order);
    try {
      const { answer, jobId } = await this.#run(tool, input, scope);
      await (jobId === null ? reservation.capture() : reservation.handTo(jobId));
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
}

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
