import { toHex } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import type { Sha256Factory } from '../../core/sha256.ts';
import type { BundleReader } from '../bundle/port.ts';
import { readWhole } from '../bundle/read-whole.ts';
import { MAX_MANIFEST_BYTES, parseManifest } from '../manifest/manifest.ts';
import { buildPortableProof } from './portable-build.ts';
import type { PortableProof } from './portable-proof.ts';
import { verifyPortableProof } from './portable-verify.ts';
import { type CitationAnswer, type CitationQuestion, proveCitation } from './prove-citation.ts';

/** What was found in a bundle that nobody vouched for yet. */
export interface Citation {
  readonly answer: CitationAnswer;
  /** Null when the quote is not there. */
  readonly proof: PortableProof | null;
}

/**
 * Cite a bundle wherever it lies, without a service. A proof is given out only when it verifies; whether its
 * signer is to be trusted is for its reader to judge.
 *
 * @throws EvidenceError `NOT_FOUND` for a chunk that does not exist, `ARTIFACT_TAMPERED`.
 */
export async function citeBundle(
  reader: BundleReader,
  question: CitationQuestion,
  createSha256: Sha256Factory,
): Promise<Citation> {
  const bytes = await readManifest(reader);
  const hash = createSha256();
  hash.update(bytes);
  const bundle = { reader, manifest: parseManifest(bytes), manifestSha256: toHex(hash.digest()) };
  const answer = await proveCitation(bundle, question, createSha256);
  const proof = await buildPortableProof(reader, answer);
  if (proof) {
    const { checks } = await verifyPortableProof(proof, { createSha256, trusted: [], trustEmbedded: true });
    if (checks.some(({ status }) => status === 'fail')) throw new EvidenceError('ARTIFACT_TAMPERED');
  }
  return { answer, proof };
}

async function readManifest(reader: BundleReader): Promise<Uint8Array> {
  try {
    return await readWhole(reader.read('manifest.json'), MAX_MANIFEST_BYTES);
  } catch (cause) {
    throw new EvidenceError('ARTIFACT_TAMPERED', 'The bundle has no readable manifest.json.', { cause });
  }
}
