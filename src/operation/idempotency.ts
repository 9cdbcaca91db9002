import { createHash } from 'node:crypto';
import { EvidenceError } from '../core/error.ts';
import type { ErrorCode } from '../core/error-codes.ts';
import { ERRORS } from '../core/error-codes.ts';
import type { IdempotencyRepository, IdempotentCall, StoredAnswer } from '../domain/idempotency/port.ts';
import type { Attachment } from './define-tool.ts';

/** A call as the pipeline knows it. */
export interface KeyedCall {
  readonly ownerId: string | null;
  readonly operation: string;
  readonly key: string | null;
  readonly parameters: unknown;
  /** Told of what went wrong beside the call itself. */
  readonly onFault: (error: unknown) => void;
}

/** What a call that succeeded answers. */
export interface Answer {
  readonly output: Record<string, unknown>;
  readonly attachment: Attachment | null;
}

/** An answer, and whether an earlier call with the same key gave it. */
export interface KeyedAnswer extends Answer {
  readonly replayed: boolean;
}

/**
 * Run `work` once for each idempotency key: a repeated call gets the first one's answer. Anonymous callers have
 * no keys of their own, so theirs are not kept.
 *
 * Failures that a repetition may mend (400 to 404, 429, 5xx) are not kept: the key is free again.
 *
 * @throws EvidenceError `IDEMPOTENCY_CONFLICT` for other parameters, or while the first call runs.
 */
export async function answerOnce(
  repository: IdempotencyRepository,
  call: KeyedCall,
  work: () => Promise<Answer>,
): Promise<KeyedAnswer> {
  const { ownerId, key, operation, onFault } = call;
  if (ownerId === null || key === null) return { ...(await work()), replayed: false };
  const keyed: IdempotentCall = {
    ownerId,
    key,
    operation,
    parametersSha256: parametersDigest(call.parameters),
  };
  const claim = await repository.claim(keyed);
  if (claim.kind === 'answered') return { ...replay(claim.answer), replayed: true };
  if (claim.kind !== 'claimed') throw conflict(claim.kind);
  const outcome = await work().then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  // An answer that cannot be kept is an answer all the same: it may have been charged. Its key stays taken until
  // the claim lapses, and the cashier knows the key.
  await keepOutcome(repository, keyed, outcome).catch(onFault);
  if ('error' in outcome) throw outcome.error;
  return { ...outcome.answer, replayed: false };
}

type Outcome = { readonly answer: Answer } | { readonly error: unknown };

function keepOutcome(
  repository: IdempotencyRepository,
  call: IdempotentCall,
  outcome: Outcome,
): Promise<void> {
  if ('answer' in outcome)
    return repository.complete(call, { kind: 'output', output: outcome.answer.output });
  const { error } = outcome;
  const isKept = error instanceof EvidenceError && isFinal(error.code);
  return isKept ? repository.complete(call, toStored(error)) : repository.abandon(call);
}

const isFinal = (code: ErrorCode): boolean => {
  const { status } = ERRORS[code];
  return status === 409 || status === 413 || status === 422;
};

const toStored = ({ code, message, details }: EvidenceError): StoredAnswer => ({
  kind: 'failure',
  code,
  message,
  details,
});

function replay(answer: StoredAnswer): Answer {
  if (answer.kind === 'output') return { output: { ...answer.output }, attachment: null };
  throw new EvidenceError(answer.code as ErrorCode, answer.message, { details: answer.details });
}

function conflict(kind: 'running' | 'other-parameters'): EvidenceError {
  const isRunning = kind === 'running';
  return new EvidenceError(
    'IDEMPOTENCY_CONFLICT',
    isRunning
      ? 'The first call with this idempotency key still runs.'
      : 'This idempotency key was used with other parameters.',
    { hint: isRunning ? 'Wait a moment and repeat.' : 'Use a new key for another call.' },
  );
}

/** SHA-256 of parameters, hex. Order of members does not make another call. */
export const parametersDigest = (parameters: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(parameters)))
    .digest('hex');

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}
