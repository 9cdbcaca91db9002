import { type Clock, toTimestamp } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import { createId } from '../../core/id.ts';
import type { Owner } from '../account/principal.ts';
import type { BundleStore } from '../bundle/port.ts';
import { deletedEvent } from '../custody/events.ts';
import { openChain } from '../custody/open-chain.ts';
import { assertOwned } from '../custody/owned-bundle.ts';
import type { CustodyBundle } from '../custody/port.ts';
import type { CustodyRecord } from '../custody/record.ts';
import { bundleEventEntry } from '../log/entry.ts';
import type { KeyDirectory, Signer } from '../signing/port.ts';
import type { Burial, DeletionRepository, DerivedData, LockedDeletion } from './port.ts';
import { type DeletionReason, signTombstone, type Tombstone } from './tombstone.ts';

export interface DeletionParts {
  readonly repository: DeletionRepository;
  readonly store: BundleStore;
  readonly derived: readonly DerivedData[];
  readonly signer: Signer;
  readonly keys: KeyDirectory;
  readonly clock: Clock;
}

/** What is left of a deleted bundle. */
export interface Deletion {
  readonly tombstone: Tombstone;
  /** The last record of the custody chain: it completes the chain of an archive that somebody kept. */
  readonly record: CustodyRecord;
  /** When the last byte was unlinked; null: not yet, it is tried again. */
  readonly purgedAt: Date | null;
}

interface DeletionOrder {
  readonly ownerId: string;
  readonly reason: DeletionReason;
  readonly acknowledgesNotarized: boolean;
}

/**
 * Deletes bundles for good, on request and at the end of their retention. First the deletion is committed, with
 * its tombstone in the log; then the bytes are unlinked, again and again until that is done.
 */
export class DeletionService {
  readonly #parts: DeletionParts;

  constructor(parts: DeletionParts) {
    this.#parts = parts;
  }

  /**
   * Delete a bundle.
   *
   * @throws EvidenceError `NOT_FOUND` (with `tombstone_id`, `tombstone`, `record` and `purged_at` when it is
   *   deleted already), `LEGAL_HOLD`, `BUNDLE_NOTARIZED`.
   */
  async delete(
    owner: Owner,
    bundleId: string,
    options: { readonly acknowledgesNotarized: boolean },
  ): Promise<Deletion> {
    await this.#assertNotDeleted(owner.ownerId, bundleId);
    const order = { ...options, ownerId: owner.ownerId, reason: 'owner_request' } as const;
    const { bundle, ...left } = await this.#bury(bundleId, order);
    // The deletion stands whatever happens now: the sweeper repeats what fails, and reports it.
    const purgedAt = await this.#purge(bundle).catch(() => null);
    return { ...left, purgedAt };
  }

  /** What is left of a deleted bundle; null unless the owner had it and it is deleted. */
  async find(owner: Owner, bundleId: string): Promise<Deletion | null> {
    const burial = await this.#parts.repository.burial(bundleId);
    return burial?.bundle.ownerId === owner.ownerId ? burial : null;
  }

  /**
   * One round of the sweeper: unlink what earlier deletions left, and delete what is due. Several processes may
   * do so at once.
   *
   * @returns what went wrong, one error for each bundle that failed.
   */
  async sweep(signal: AbortSignal): Promise<readonly unknown[]> {
    const { repository, clock } = this.#parts;
    const now = clock.now();
    const left = await forEachPage((after) => repository.unpurged(after), {
      signal,
      work: async (bundle) => void (await this.#purge(bundle)),
    });
    const due = await forEachPage((after) => repository.due(now, after), {
      signal,
      work: (bundle) => this.#deleteDue(bundle),
    });
    return [...left, ...due];
  }

  async #deleteDue({ bundleId, ownerId }: CustodyBundle): Promise<void> {
    const order = {
      ownerId,
      reason: 'retention_ended',
      acknowledgesNotarized: false,
    } as const;
    try {
      await this.#purge((await this.#bury(bundleId, order)).bundle);
    } catch (error) {
      // Held, notarized, or deleted by somebody else meanwhile: not due any more.
      if (!(error instanceof EvidenceError && NOT_DUE.has(error.code))) throw error;
    }
  }

  async #bury(bundleId: string, order: DeletionOrder): Promise<Omit<Burial, 'purgedAt'>> {
    const { repository, store, signer, clock } = this.#parts;
    const keys = await this.#parts.keys.list();
    return repository.exclusively(bundleId, async (locked) => {
      const bundle = assertOwned(locked.bundle, order.ownerId);
      const chain = await openChain(locked, { store, signer, keys });
      if (chain.isHeld) throw new EvidenceError('LEGAL_HOLD');
      if (!order.acknowledgesNotarized && (await isNotarized(locked)))
        throw new EvidenceError('BUNDLE_NOTARIZED');
      const at = toTimestamp(clock.now());
      const logIndex = await locked.appendTombstoneEntry(bundleEventEntry('tombstone', bundle, at));
      const tombstone = await signTombstone(
        {
          tombstone_id: createId('tomb', clock),
          bundle_id: bundleId,
          manifest_sha256: bundle.manifestSha256,
          deleted_at: at,
          reason: order.reason,
          log_index: logIndex,
        },
        signer,
      );
      const { record } = await chain.appendLast(deletedEvent(order.ownerId, tombstone.tombstone_id), at);
      await locked.bury(tombstone, record);
      return { bundle, tombstone, record };
    });
  }

  async #purge(bundle: CustodyBundle): Promise<Date> {
    const { repository, store, derived, clock } = this.#parts;
    for (const data of derived) await data.purge(bundle);
    await store.remove(bundle.bundleId);
    const purgedAt = clock.now();
    await repository.markPurged(bundle.bundleId, purgedAt);
    return purgedAt;
  }

  async #assertNotDeleted(ownerId: string, bundleId: string): Promise<void> {
    const burial = await this.#parts.repository.burial(bundleId);
    if (burial?.bundle.ownerId !== ownerId) return;
    const { tombstone, record, purgedAt } = burial;
    throw new EvidenceError('NOT_FOUND', undefined, {
      details: {
        tombstone_id: tombstone.tombstone_id,
        tombstone,
        record,
        purged_at: purgedAt && toTimestamp(purgedAt),
      },
    });
  }
}

const NOT_DUE: ReadonlySet<string> = new Set(['LEGAL_HOLD', 'BUNDLE_NOTARIZED', 'NOT_FOUND']);

/** A withdrawn attestation stands in nobody's way. */
const isNotarized = async (locked: LockedDeletion): Promise<boolean> =>
  (await locked.newest(['notarized', 'revoked']))?.type === 'notarized';

/** Work on every bundle of every page; a failure stops only its own bundle. @returns the failures. */
async function forEachPage(
  read: (after: string) => Promise<readonly CustodyBundle[]>,
  { signal, work }: { readonly signal: AbortSignal; readonly work: (bundle: CustodyBundle) => Promise<void> },
): Promise<unknown[]> {
  const faults: unknown[] = [];
  let page = await read('');
  while (page.length > 0 && !signal.aborted) {
    for (const bundle of page) {
      if (signal.aborted) break;
      await work(bundle).catch((error) => faults.push(error));
    }
    page = await read(page.at(-1)?.bundleId ?? '');
  }
  return faults;
}
