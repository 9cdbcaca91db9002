/** Caps on an archive or folder before anything in it is read. */
export interface ArchiveLimits {
  readonly maxEntries: number;
  /** Sum over all files, unpacked. */
  readonly maxTotalBytes: number;
  /** Unpacked over packed size of one file above 1 MiB. */
  readonly maxRatio: number;
}

/** For archives that a person verifies on their own machine. */
export const LOCAL_LIMITS: ArchiveLimits = {
  maxEntries: 10_000,
  maxTotalBytes: 8 * 1024 ** 3,
  maxRatio: 200,
};
