import { EvidenceError } from '../../core/error.ts';

/** The one error of this folder: a proof that cannot belong to a tree of the stated size. */
export const malformedProof = (reason: string): EvidenceError =>
  new EvidenceError('PROOF_MALFORMED', `The proof is malformed: ${reason}.`);

/** @throws EvidenceError `PROOF_MALFORMED` unless each is 32 bytes: an empty hash must never pass for one. */
export function assertHashes(hashes: readonly Uint8Array[]): void {
  if (hashes.some(({ length }) => length !== 32)) throw malformedProof('a hash is not 32 bytes');
}
