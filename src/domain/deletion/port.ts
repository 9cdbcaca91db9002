import type { CustodyBundle, LockedChain } from '../custody/port.ts';
import type { CustodyRecord } from '../custody/record.ts';
import type { Tombstone } from './tombstone.ts';

/** A bundle under lock that may be deleted. */
export interface LockedDeletion extends LockedChain {
  /** Append the tombstone's entry to the log. @returns its index. */
  appendTombstoneEntry(logEntry: string): Promise<number>;
  /**
   * Mark the bundle deleted, keep what is left of it, and forget the parameters of its job.
   *
   * @param record the last one of the custody chain: it has no other place.
   */
  bury(tombstone: Tombstone, record: CustodyRecord): Promise<void>;
}

/** A kept tombstone. */
export interface Burial {
  readonly bundle: CustodyBundle;
  readonly tombstone: Tombstone;
  /** The last record of the custody chain. */
  readonly record: CustodyRecord;
  /** When the last byte of the bundle was unlinked; null: not yet. */
  readonly purgedAt: Date | null;
}

/** Deletions in SQL. */
export interface DeletionRepository {
  /** As `CustodyRepository.exclusively`. */
  exclusively<T>(bundleId: string, work: (locked: LockedDeletion) => Promise<T>): Promise<T>;
  /** Null when the bundle is not deleted. */
  burial(bundleId: string): Promise<Burial | null>;
  markPurged(bundleId: string, purgedAt: Date): Promise<void>;
  /** Deleted bundles whose bytes may still be there, at most 100, by id from `after` on. */
  unpurged(after: string): Promise<readonly CustodyBundle[]>;
  /** Bundles whose retention has ended and that are not under a hold, at most 100, by id from `after` on. */
  due(now: Date, after: string): Promise<readonly CustodyBundle[]>;
}

/** A place where something made from bundles is kept: caches, vectors, inputs of jobs. */
export interface DerivedData {
  /** Remove everything that was made from this bundle or for it. Absent is fine. */
  purge(bundle: Pick<CustodyBundle, 'bundleId' | 'jobId'>): Promise<void>;
}
