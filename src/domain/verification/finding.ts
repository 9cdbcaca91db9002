import type { Check, CheckStatus } from './verdict.ts';

/** A check with what it adds to `tampered[]`. */
export interface Finding {
  readonly check: Check;
  readonly tampered: readonly string[];
}

/** A finding that accuses nothing by name. */
export const found = (id: string, status: CheckStatus, detail: string): Finding => ({
  check: { id, status, detail },
  tampered: [],
});

/** A failed check and the names of what differs. */
export const foundTampered = (id: string, detail: string, tampered: readonly string[]): Finding => ({
  check: { id, status: 'fail', detail },
  tampered,
});
