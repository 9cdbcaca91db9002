import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import type { BundleStore } from '../bundle/port.ts';
import { readWhole } from '../bundle/read-whole.ts';
import { MAX_SIGNATURE_BYTES } from '../signing/signature.ts';
import type { Authority, AuthorityClient, PendingStamp, StampRepository } from './port.ts';
import { encodeTimestampRequest, positiveNonce } from './request.ts';
import { type TimestampVerdict, verifyTimestamp } from './verify-timestamp.ts';

export interface TimestampParts {
  readonly repository: StampRepository;
  readonly store: BundleStore;
  readonly client: AuthorityClient;
  readonly authorities: readonly Authority[];
  /** DER. Where there are any, a token counts only if it leads to one of them. */
  readonly roots: readonly Uint8Array[];
  readonly clock: Clock;
}

const NONCE_BYTES = 16;
/** Longer than a call takes. */
const LEASE_MS = 120_000;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Waits after each failure, about two weeks in all; then the authority is given up for that bundle. */
const WAITS: readonly number[] = [
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  ...Array<number>(54).fill(6 * HOUR),
];

/** Has `signature.json` of every bundle stamped by every authority (evidence-format.md 7). */
export class TimestampService {
  readonly #parts: TimestampParts;

  constructor(parts: TimestampParts) {
    this.#parts = parts;
  }

  /**
   * Get some of the timestamps that are due.
   *
   * @param signal ends the calls under way; what they were for is due again later.
   * @returns how many were tried, and what went wrong.
   */
  async stampSome(signal: AbortSignal): Promise<{ tried: number; faults: readonly unknown[] }> {
    const { repository, authorities, clock } = this.#parts;
    const names = authorities.map(({ name }) => name);
    await repository.enrol(names);
    const now = clock.now();
    const taken = await repository.take(names, { now, leaseEnds: new Date(now.getTime() + LEASE_MS) });
    const outcomes = await Promise.allSettled(taken.map((stamp) => this.#stamp(stamp, signal)));
    const faults = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    return { tried: taken.length, faults };
  }

  async #stamp(stamp: PendingStamp, signal: AbortSignal): Promise<void> {
    const { repository, store } = this.#parts;
    try {
      const { response, genTime } = await this.#request(stamp, signal);
      const path = `seals/tsa/${stamp.authority}.tsr` as const;
      await repository.complete(stamp, genTime, () => store.writeSeal(stamp.bundleId, path, response));
    } catch (error) {
      if (!signal.aborted) await repository.postpone(stamp, this.#nextAttempt(stamp));
      throw error;
    }
  }

  async #request(
    { bundleId, authority: name }: PendingStamp,
    signal: AbortSignal,
  ): Promise<{ response: Uint8Array; genTime: Date }> {
    const { store, client, authorities, roots } = this.#parts;
    const authority = authorities.find((candidate) => candidate.name === name);
    const reader = await store.open(bundleId);
    if (!authority || !reader) throw new EvidenceError('NOT_FOUND');
    const data = await readWhole(reader.read('signature.json'), MAX_SIGNATURE_BYTES);
    const nonce = positiveNonce(randomBytes(NONCE_BYTES));
    const digest = createHash('sha256').update(data).digest();
    const response = await client.stamp(authority, encodeTimestampRequest(digest, nonce), signal);
    const verdict = await verifyTimestamp(response, { data, roots, nonce });
    return { response, genTime: assertGood(verdict, authority, roots.length > 0) };
  }

  #nextAttempt({ attempt }: PendingStamp): Date | null {
    const wait = WAITS[attempt - 1];
    return wait === undefined ? null : new Date(this.#parts.clock.now().getTime() + wait);
  }
}

function assertGood(verdict: TimestampVerdict, { name }: Authority, mustBeTrusted: boolean): Date {
  if (verdict.kind === 'good' && (verdict.isTrusted || !mustBeTrusted)) return verdict.genTime;
  const reason = verdict.kind === 'bad' ? verdict.fault : verdict.kind === 'good' ? 'root' : verdict.kind;
  throw new EvidenceError('TIMESTAMP_FAILED', undefined, { details: { authority: name, reason } });
}
