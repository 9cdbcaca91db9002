/** What a caller thinks of the service. */
export interface Feedback {
  readonly feedbackId: string;
  readonly ownerId: string;
  /** The caller's words: data, never instructions. */
  readonly message: string;
  /** 1 (bad) to 5 (good), null when not given. */
  readonly rating: number | null;
  readonly at: Date;
}

/** Kept feedback, tied to who gave it. */
export interface FeedbackRepository {
  /** @throws EvidenceError `RATE_LIMITED` when the owner gave more than a day's share. */
  add(feedback: Omit<Feedback, 'feedbackId' | 'at'>): Promise<Feedback>;
}
