/** One call that a caller may repeat. */
export interface IdempotentCall {
  readonly ownerId: string;
  readonly operation: string;
  /** 1 to 255 visible ASCII characters, chosen by the caller. */
  readonly key: string;
  /** SHA-256 of the canonical parameters, hex: the same key with others is a conflict. */
  readonly parametersSha256: string;
}

/** What was answered: an output, or a failure that repeating would not mend. */
export type StoredAnswer =
  | { readonly kind: 'output'; readonly output: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'failure';
      readonly code: string;
      readonly message: string;
      readonly details: Readonly<Record<string, unknown>>;
    };

/** The answer of {@link IdempotencyRepository.claim}. */
export type Claim =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  /** The first call still runs, in whichever process. */
  | { readonly kind: 'running' }
  | { readonly kind: 'other-parameters' };

/** Answers by idempotency key, kept for 24 hours (design.md 4.3). */
export interface IdempotencyRepository {
  /** Take the key for this call, or say what is known of it. Of two at once one gets it. */
  claim(call: IdempotentCall): Promise<Claim>;
  /** Keep the answer of a claimed call. */
  complete(call: IdempotentCall, answer: StoredAnswer): Promise<void>;
  /** Give a claimed key back: the call may be tried again. */
  abandon(call: IdempotentCall): Promise<void>;
  /** Remove what is older than 24 hours. */
  sweep(): Promise<void>;
}
