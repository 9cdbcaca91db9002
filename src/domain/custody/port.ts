import type { BundleRecord } from '../bundle/bundle.ts';
import type { CustodyType } from './record.ts';

/** What custody and deletion depend on in a bundle's row. */
export type CustodyBundle = Pick<
  BundleRecord,
  'bundleId' | 'ownerId' | 'jobId' | 'status' | 'manifestSha256' | 'legalHold' | 'retentionUntil'
> & {
  /** Set once the bundle is deleted. */
  readonly tombstoneId: string | null;
};

/**
 * What SQL keeps of a custody record: its place, and enough to check its signature when the record itself is
 * gone. None of its text, since SQL's own log outlives a deletion.
 */
export interface CustodyLink {
  readonly seq: number;
  readonly type: CustodyType;
  readonly receiptId: string;
  readonly at: Date;
  /** SHA-256 of the record's line without LF, hex. */
  readonly lineSha256: string;
  /** What is signed: SHA-256 of the record's RFC 8785 form without `signature`, hex. */
  readonly recordSha256: string;
  readonly keyId: string;
  /** EIP-55. */
  readonly signerAddress: string;
  readonly signature: string;
  /** Of a check of the bundle: digest of who checked and what was found, hex. */
  readonly stateSha256: string | null;
}

/** Questions about the links of one chain. */
export interface ChainLinks {
  /** The newest link of one of these types; of any without types. */
  newest(types?: readonly CustodyType[]): Promise<CustodyLink | null>;
  /** The newest check with this state since a time, unless a handoff stands after it. */
  checkOfState(stateSha256: string, since: Date): Promise<CustodyLink | null>;
}

/** A chain that nobody else appends to until the transaction ends. */
export interface LockedChain extends ChainLinks {
  readonly bundle: CustodyBundle;
  append(link: CustodyLink): Promise<void>;
  /** Set the bundle's flag and append the entry to the log. */
  setHold(isHeld: boolean, logEntry: string): Promise<void>;
}

/** Links of custody chains in SQL. The records themselves lie with the bundle, in `seals/custody.jsonl`. */
export interface CustodyRepository {
  /**
   * Run `work` alone among all processes that append to this bundle's chain. What it wrote is stored if it
   * succeeds, and only then. Inside, statements go through the argument only.
   *
   * @throws EvidenceError `NOT_FOUND` when there never was such a bundle.
   */
  exclusively<T>(bundleId: string, work: (chain: LockedChain) => Promise<T>): Promise<T>;
  /** Whoever's it is; null when there never was such a bundle. */
  bundle(bundleId: string): Promise<CustodyBundle | null>;
  links(bundleId: string): ChainLinks;
  ofReceipt(
    receiptId: string,
  ): Promise<{ readonly bundle: CustodyBundle; readonly link: CustodyLink } | null>;
  /** Bundles under a hold that no record tells of: they were published so, and the process died. At most 100. */
  heldWithoutRecord(): Promise<readonly CustodyBundle[]>;
}
