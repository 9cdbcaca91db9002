import type { VerifyOptions } from './options.ts';
import type { Verdict } from './verdict.ts';

/** Verifies archives that strangers sent, where they cannot hold up the service. */
export interface ArchiveVerifier {
  /**
   * @throws EvidenceError `ARCHIVE_UNSAFE`, `ARCHIVE_BOMB`, `DOCUMENT_CORRUPT` when it is no ZIP, `DOCUMENT_TOO_LARGE`
   *   when it takes more time or memory than a stranger gets, `DEADLINE_EXCEEDED`, `OVERLOADED`.
   */
  verify(archive: Uint8Array, trust: ArchiveTrust, signal: AbortSignal): Promise<Verdict>;
}

/** Whose seal counts. */
export type ArchiveTrust = Omit<VerifyOptions, 'createSha256' | 'expectedManifestSha256' | 'quick'>;
