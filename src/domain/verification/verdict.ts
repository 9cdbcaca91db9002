/** `unknown`: could not be decided now (never a pass, never a fail); `absent`: nothing there to check. */
export type CheckStatus = 'pass' | 'fail' | 'unknown' | 'absent';

/** One named check (evidence-format.md 8). `detail` is safe to show: no text of the document. */
export interface Check {
  readonly id: string;
  readonly status: CheckStatus;
  readonly detail: string;
}

/** What a verdict says and does not say, for people and for agents' policies. */
export interface Assurance {
  readonly proves: readonly string[];
  readonly does_not_prove: readonly string[];
  /** 0 intact, 1 signed by a published key, 2 in the log, 3 independently timed or witnessed. */
  readonly level: 0 | 1 | 2 | 3;
  /** What would raise the level, or what to do about a failure. */
  readonly next: string;
}

/** The verifier's answer. `undecided`: no fail, but no trusted signer was given or something was unreadable. */
export interface Verdict {
  readonly verified: boolean;
  readonly status: 'verified' | 'tampered' | 'undecided';
  readonly bundleId: string | null;
  readonly manifestSha256: string | null;
  readonly checks: readonly Check[];
  /** Names of artifacts that differ, `manifest`, `signature`, or paths of unlisted files. */
  readonly tampered: readonly string[];
  readonly assurance: Assurance;
}
