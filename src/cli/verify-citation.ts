import { open } from 'node:fs/promises';
import { createNodeSha256 } from '../adapters/archive/node-sha256.ts';
import { EvidenceError } from '../core/error.ts';
import { readWhole } from '../domain/bundle/read-whole.ts';
import { toCitationJson } from '../domain/citation/portable-json.ts';
import {
  MAX_PROOF_BYTES,
  type PortableProof,
  parsePortableProof,
} from '../domain/citation/portable-proof.ts';
import { verifyPortableProof } from '../domain/citation/portable-verify.ts';
import { EXIT_CODES, readTrusted, type VerifyExitCode, type VerifyOutput } from './verify-archive.ts';
import { renderCitation } from './verify-report.ts';

/** Options of `affiant verify-citation`; they mean what they mean for `affiant verify`. */
export interface ProofOptions {
  readonly signer?: string;
  readonly keys?: string;
  readonly trustEmbedded?: boolean;
  readonly json?: boolean;
}

/**
 * Verify a citation proof offline and print the report.
 *
 * @throws EvidenceError `REQUEST_INVALID` when the file is no proof, or signer or key file cannot be used.
 */
export async function verifyCitation(
  path: string,
  { signer, keys, trustEmbedded = false, json = false }: ProofOptions,
  output: VerifyOutput,
): Promise<VerifyExitCode> {
  const trusted = await readTrusted({ signer, keysFile: keys });
  const proof = await readProof(path);
  const verdict = await verifyPortableProof(proof, {
    createSha256: createNodeSha256,
    trusted,
    trustEmbedded,
  });
  const colours = output.isTTY === true && output.hasColors?.() === true;
  output.write(
    json ? `${JSON.stringify(toCitationJson(verdict), null, 2)}\n` : renderCitation(verdict, colours),
  );
  return EXIT_CODES[verdict.status];
}

async function readProof(path: string): Promise<PortableProof> {
  try {
    const handle = await open(path);
    return parsePortableProof(await readWhole(handle.createReadStream(), MAX_PROOF_BYTES));
  } catch (cause) {
    if (cause instanceof EvidenceError) throw cause;
    throw new EvidenceError('REQUEST_INVALID', 'The proof cannot be read.', { cause });
  }
}
