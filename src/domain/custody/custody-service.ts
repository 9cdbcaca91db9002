import { type Clock, toTimestamp } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import { createId } from '../../core/id.ts';
import type { Owner } from '../account/principal.ts';
import type { BundleStore } from '../bundle/port.ts';
import type { KeyDirectory, Signer } from '../signing/port.ts';
import { findRecord, parseRecords, readChain } from './chain-file.ts';
import type { ChainLine } from './chain-line.ts';
import {
  acceptanceEvent,
  type CustodyEvent,
  type Handoff,
  type Hold,
  handoffEvent,
  holdEvent,
  type ProvenanceStep,
  provenanceEvent,
  releaseEvent,
  type VerifyOutcome,
  verifyEvent,
} from './events.ts';
import { assertVerified, type ChainedHandoff, pairHandoffs } from './handoffs.ts';
import { type OpenChain, openChain } from './open-chain.ts';
import { assertOwned } from './owned-bundle.ts';
import type { CustodyRepository, LockedChain } from './port.ts';
import { type Receipt, receiptOf, receiptOfLink } from './receipt.ts';
import type { ChainHead } from './verify-chain.ts';
import { type ReceiptVerdict, verifyReceipt } from './verify-receipt.ts';
import { RECEIPT_SERVES_MS, stateOf } from './verify-state.ts';

export interface CustodyParts {
  readonly repository: CustodyRepository;
  readonly store: BundleStore;
  readonly signer: Signer;
  readonly keys: KeyDirectory;
  readonly clock: Clock;
}

/**
 * Custody of bundles: who did what with them, as a chain of signed records (evidence-format.md 5).
 * Every method throws `NOT_FOUND` for a bundle that is not the owner's, and for a deleted one with its
 * `tombstone_id`. Those that write throw `CUSTODY_FULL`, and `ARTIFACT_TAMPERED` when the bundle's files are gone.
 */
export class CustodyService {
  readonly #parts: CustodyParts;

  constructor(parts: CustodyParts) {
    this.#parts = parts;
  }

  /** Record a step of an agent's work. */
  appendProvenance(owner: Owner, bundleId: string, step: ProvenanceStep): Promise<ChainLine> {
    return this.record(owner, bundleId, provenanceEvent(createId('prov', this.#parts.clock), step));
  }

  /** Record that one agent hands the bundle to another. */
  recordHandoff(owner: Owner, bundleId: string, handoff: Handoff): Promise<ChainLine> {
    return this.record(owner, bundleId, handoffEvent(createId('hand', this.#parts.clock), handoff));
  }

  /**
   * Accept a handoff as its recipient; again gives the same record.
   *
   * @throws EvidenceError `NOT_FOUND` without such a handoff, `REQUEST_INVALID` for another agent,
   *   `VERIFY_FIRST` before the recipient's own check, `ARTIFACT_TAMPERED` when the chain is damaged.
   */
  acceptHandoff(
    owner: Owner,
    bundleId: string,
    { handoffId, agentId }: { readonly handoffId: string; readonly agentId: string },
  ): Promise<ChainLine> {
    return this.#exclusively(owner.ownerId, bundleId, async (chain) => {
      const records = await parseRecords(chain.bytes ?? new Uint8Array());
      const found = pairHandoffs(records).find(
        ({ handoff }) => handoff.record.body['handoff_id'] === handoffId,
      );
      if (!found) throw new EvidenceError('NOT_FOUND');
      if (found.acceptance) return found.acceptance;
      const check = assertVerified(found.handoff, agentId.toWellFormed(), records);
      return chain.append(acceptanceEvent(handoffId, agentId, check.record.receipt_id), this.#now());
    });
  }

  /** Place a legal hold. @returns its record, the standing one's when there is one already; null when the file lost it. */
  placeHold(owner: Owner, bundleId: string, hold: Hold): Promise<ChainLine | null> {
    return this.#exclusively(owner.ownerId, bundleId, async (chain, locked) => {
      const newest = await locked.newest(['hold', 'release']);
      if (newest?.type === 'hold') return chain.bytes && findRecord(chain.bytes, newest.lineSha256);
      return chain.append(holdEvent(hold), this.#now());
    });
  }

  /** Release a legal hold. @returns its record, the last one's when nothing is held; null when there never was one. */
  releaseHold(owner: Owner, bundleId: string, agentId: string): Promise<ChainLine | null> {
    return this.#exclusively(owner.ownerId, bundleId, async (chain, locked) => {
      if (chain.isHeld) return chain.append(releaseEvent(agentId), this.#now());
      const newest = await locked.newest(['release']);
      return newest && chain.bytes && findRecord(chain.bytes, newest.lineSha256);
    });
  }

  /**
   * Record that an agent had the bundle checked. While the same agent finds the same within 24 hours, and no
   * handoff came between, it is the receipt that exists: polling does not make the chain grow.
   *
   * @returns null when the chain is full or the bundle's files are gone.
   */
  async recordVerification(
    owner: Owner,
    bundleId: string,
    { agentId, outcome }: { readonly agentId: string; readonly outcome: VerifyOutcome },
  ): Promise<Receipt | null> {
    const bundle = assertOwned(await this.#parts.repository.bundle(bundleId), owner.ownerId);
    const event = verifyEvent(agentId, outcome);
    const since = new Date(this.#parts.clock.now().getTime() - RECEIPT_SERVES_MS);
    const state = stateOf(agentId, outcome);
    const known = await this.#parts.repository.links(bundleId).checkOfState(state, since);
    if (known) return receiptOfLink(bundle, known, event);
    try {
      return await this.#exclusively(owner.ownerId, bundleId, async (chain, locked) => {
        const meanwhile = await locked.checkOfState(state, since);
        if (meanwhile) return receiptOfLink(bundle, meanwhile, event);
        return receiptOf(await chain.append(event, this.#now()));
      });
    } catch (error) {
      if (error instanceof EvidenceError && UNRECORDABLE.has(error.code)) return null;
      throw error;
    }
  }

  /** Record an event of another part of the service. */
  record(owner: Owner, bundleId: string, event: CustodyEvent): Promise<ChainLine> {
    return this.#exclusively(owner.ownerId, bundleId, (chain) => chain.append(event, this.#now()));
  }

  /** Every record, in order. @throws EvidenceError `ARTIFACT_TAMPERED` when the chain is damaged. */
  async records(owner: Owner, bundleId: string): Promise<readonly ChainLine[]> {
    assertOwned(await this.#parts.repository.bundle(bundleId), owner.ownerId);
    const bytes = await readChain(this.#parts.store, bundleId);
    return parseRecords(bytes ?? new Uint8Array());
  }

  /** Every handoff with its acceptance, in order. @throws EvidenceError as {@link records}. */
  async handoffs(owner: Owner, bundleId: string): Promise<readonly ChainedHandoff[]> {
    return pairHandoffs(await this.records(owner, bundleId));
  }

  /** The newest record that is known: for the check `custody_chain`. Read it before the file. */
  knownHead(bundleId: string): Promise<ChainHead | null> {
    return this.#parts.repository.links(bundleId).newest();
  }

  /** Check a receipt for whoever holds its id. @throws EvidenceError `NOT_FOUND`. */
  async verifyReceipt(receiptId: string): Promise<ReceiptVerdict> {
    const { repository, store, keys } = this.#parts;
    const found = await repository.ofReceipt(receiptId);
    if (!found) throw new EvidenceError('NOT_FOUND');
    return verifyReceipt(found, { store, keys: await keys.list() });
  }

  /**
   * Record the holds of bundles that were published under one.
   *
   * @returns what went wrong, one error for each bundle that failed.
   */
  async recordHolds(signal: AbortSignal): Promise<readonly unknown[]> {
    const faults: unknown[] = [];
    for (const { bundleId, ownerId } of await this.#parts.repository.heldWithoutRecord()) {
      if (signal.aborted) break;
      await this.recordHold(ownerId, bundleId).catch((error) => faults.push(error));
    }
    return faults;
  }

  /** Record the hold under which a bundle was published, unless it is recorded. */
  recordHold(ownerId: string, bundleId: string): Promise<void> {
    return this.#exclusively(ownerId, bundleId, async (chain, locked) => {
      const newest = await locked.newest(['hold', 'release']);
      if (!chain.isHeld || newest?.type === 'hold') return;
      await chain.append(holdEvent({ agentId: ownerId, reason: null, matter: null }), this.#now());
    });
  }

  async #exclusively<T>(
    ownerId: string,
    bundleId: string,
    work: (chain: OpenChain, locked: LockedChain) => Promise<T>,
  ): Promise<T> {
    const { repository, store, signer } = this.#parts;
    const keys = await this.#parts.keys.list();
    return repository.exclusively(bundleId, async (locked) => {
      assertOwned(locked.bundle, ownerId);
      return work(await openChain(locked, { store, signer, keys }), locked);
    });
  }

  #now(): string {
    return toTimestamp(this.#parts.clock.now());
  }
}

/** Of these, a check of the bundle has told already. */
const UNRECORDABLE: ReadonlySet<string> = new Set(['CUSTODY_FULL', 'ARTIFACT_TAMPERED']);
