import type { Clock } from '../../core/clock.ts';
import type { AuthorizationLedger, Facilitator, Fate, SeenOrder, SettlementClaim } from './port.ts';

/** How a settlement ended. `pending`: nobody can say yet. */
export type Settlement =
  | { readonly kind: 'settled'; readonly transaction: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'pending' };

/** What settles. */
export interface SettleParts {
  readonly facilitator: Facilitator;
  readonly ledger: AuthorizationLedger;
  readonly clock: Clock;
  /** Resolves after so many milliseconds: injected, so that tests do not wait. */
  readonly wait: (ms: number) => Promise<void>;
}

export interface SettleOptions {
  /** How long to go on asking before it is `pending`. */
  readonly patienceMs: number;
  /** Nobody has asked to settle this payment before: a refusal then means that nothing is under way. */
  readonly isFirst: boolean;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Settle a payment: ask the facilitator, then look at the chain, whatever it answered. An answer that is lost, late
 * or made up changes nothing: the token's own record says whether, and by which transaction, this authorization was
 * used. Asking again is harmless.
 */
export async function settle(
  order: SeenOrder,
  parts: SettleParts,
  { patienceMs, isFirst }: SettleOptions,
): Promise<Settlement> {
  const until = parts.clock.now().getTime() + patienceMs;
  // A transaction that somebody sent may still be on its way: then only the chain can say no.
  let mayBeUnderWay = !isFirst;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const claim = await parts.facilitator.settle(order);
    const fate = await fateAfter(claim, order, parts.ledger);
    if (fate.kind === 'settled') return fate;
    if (fate.kind === 'dead') return { kind: 'refused' };
    if (claim.kind === 'refused' && !mayBeUnderWay) return { kind: 'refused' };
    mayBeUnderWay ||= claim.kind !== 'refused';
    if (parts.clock.now().getTime() >= until) return { kind: 'pending' };
    await parts.wait(pauseMs);
  }
}

/** A node that does not answer knows nothing. */
async function fateAfter(
  claim: SettlementClaim,
  order: SeenOrder,
  ledger: AuthorizationLedger,
): Promise<Fate> {
  if (!ledger.isIndependent && claim.kind === 'settled') return claim;
  return ledger.fateOf(order).catch((): Fate => ({ kind: 'open' }));
}
