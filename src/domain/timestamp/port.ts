/** A timestamping authority that stamps this service's bundles. */
export interface Authority {
  /** Names its seal: `seals/tsa/<name>.tsr`. */
  readonly name: string;
  readonly url: string;
}

/** Asks authorities. */
export interface AuthorityClient {
  /**
   * @param request DER of a `TimeStampReq`.
   * @returns the body of the answer, not verified.
   * @throws EvidenceError `TIMESTAMP_FAILED` when it cannot be reached or speaks another protocol.
   */
  stamp(authority: Authority, request: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
}

/** A bundle that lacks the timestamp of one authority. */
export interface PendingStamp {
  readonly bundleId: string;
  /** Name of the authority. */
  readonly authority: string;
  /** How often it was asked for, this time included. */
  readonly attempt: number;
}

/** Which bundle has which timestamp. */
export interface StampRepository {
  /**
   * Note every bundle that was published since the last call, for each of these authorities. One that is new is
   * asked for bundles from now on.
   */
  enrol(authorities: readonly string[]): Promise<void>;
  /** Take some stamps that are due, of these authorities, and of bundles that are there. Nobody else gets them until `leaseEnds`. */
  take(
    authorities: readonly string[],
    lease: { readonly now: Date; readonly leaseEnds: Date },
  ): Promise<readonly PendingStamp[]>;
  /**
   * Have the seal written and note it, unless the bundle was deleted meanwhile: it cannot be deleted while `writeSeal`
   * runs.
   */
  complete(stamp: PendingStamp, stampedAt: Date, writeSeal: () => Promise<void>): Promise<void>;
  /** Try again then; null: never. */
  postpone(stamp: PendingStamp, nextAttemptAt: Date | null): Promise<void>;
}
