import type { BundleRecord, NewBundle } from './bundle.ts';

/** A file of a bundle. Paths are as in the archive: `manifest.json`, `artifacts/…`, `seals/…`. */
export interface BundleEntry {
  readonly path: string;
  readonly sizeBytes: number;
}

/** Read access to one bundle, wherever it lies: store, folder or archive. */
export interface BundleReader {
  /** Every file, sorted by path in byte order. */
  list(): Promise<readonly BundleEntry[]>;
  /** The bytes of one file in pieces. @throws when there is no such file. */
  read(path: string): AsyncIterable<Uint8Array>;
}

/** Digest and size of a file that was written. */
export interface WrittenFile {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Throws when what was to be published no longer may be. */
export type Fence = () => Promise<void>;

/** A bundle being built: invisible to readers until published. */
export interface StagedBundle {
  /** Write one file whole (again: replaces it). Hashes on the way, in pieces, off the event loop's back. */
  write(path: string, bytes: Uint8Array): Promise<WrittenFile>;
  /**
   * Make everything durable and visible by one rename. An orphan of the same id is replaced.
   *
   * @param fence called once all is durable, just before anything becomes visible: nothing does when it throws.
   */
  publish(fence?: Fence): Promise<void>;
  /** Remove what was staged. Safe to call at any time, also after publishing (then it does nothing). */
  discard(): Promise<void>;
}

/** Where bundle bytes live (design.md 3.3: the source of truth for them). */
export interface BundleStore {
  stage(bundleId: string): Promise<StagedBundle>;
  /** @returns null when there is no such bundle. */
  open(bundleId: string): Promise<BundleReader | null>;
  /** Add or replace a file under `seals/`, atomically. */
  writeSeal(bundleId: string, path: `seals/${string}`, bytes: Uint8Array): Promise<void>;
  /** Remove all bytes of a bundle, also what dead processes left of it. Absent is fine. */
  remove(bundleId: string): Promise<void>;
  /** Ids of every published bundle, for reindexing and orphan checks. */
  listIds(): AsyncIterable<string>;
}

export type PublishOutcome =
  | { readonly kind: 'published' }
  /** Somebody linked a newer version to the parent meanwhile: seal again with this parent. */
  | { readonly kind: 'parent-moved'; readonly parent: ParentLink | null };

export interface ParentLink {
  readonly bundleId: string;
  readonly manifestSha256: string;
}

/** Rows about bundles. What is in the manifest stays there; text of documents never enters SQL. */
export interface BundleRepository {
  /** The owner's bundle, null when absent or somebody else's. */
  get(ownerId: string, bundleId: string): Promise<BundleRecord | null>;
  /** Latest version of a source: candidate for `parent_bundle_id`. */
  latestOfSource(ownerId: string, sourceKey: string): Promise<ParentLink | null>;
  /**
   * One transaction: check the parent is still unsuperseded, insert the row, append the log leaf,
   * mark the parent superseded, end the job, and call `makeVisible` (the rename) just before commit.
   *
   * @param makeVisible calls its fence, which throws when the transaction was ended meanwhile, before the rename.
   * @throws EvidenceError `NOT_FOUND` when the parent that the caller named is gone, `JOB_ENDED`.
   */
  publish(bundle: NewBundle, makeVisible: (fence: Fence) => Promise<void>): Promise<PublishOutcome>;
  /** All versions reachable by parent links, oldest first. */
  versions(ownerId: string, bundleId: string): Promise<readonly BundleRecord[]>;
}
