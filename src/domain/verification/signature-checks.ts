import type { Manifest } from '../manifest/manifest.ts';
import { recoverSigner } from '../signing/recover.ts';
import { MAX_SIGNATURE_BYTES, parseSignatureFile, type SignatureFile } from '../signing/signature.ts';
import { statementText } from '../signing/statement.ts';
import { type BundleFiles, readSmallFile } from './bundle-files.ts';
import { type Finding, found, foundTampered } from './finding.ts';

/** The check `signature` and, when it passed, who signed. */
export interface ExaminedSignature {
  readonly finding: Finding;
  /** Addresses recovered from valid signatures, EIP-55. */
  readonly signers: readonly string[];
}

const ID = 'signature';

/**
 * The check `signature`: every signature is one by its stated signer over the text rebuilt from the raw
 * manifest. The copy in `seals/statement.txt` is never looked at.
 */
export async function examineSignature(
  files: BundleFiles,
  { manifest, sha256 }: { readonly manifest: Manifest; readonly sha256: string },
): Promise<ExaminedSignature> {
  const read = await readSmallFile(files, 'signature.json', MAX_SIGNATURE_BYTES);
  if (read.kind === 'unreadable') return unsigned(found(ID, 'unknown', 'signature.json could not be read.'));
  if (read.kind !== 'bytes')
    return unsigned(tampered(`signature.json is ${read.kind === 'missing' ? 'missing' : 'too large'}.`));
  const file = parseOrNull(read.bytes);
  if (!file) return unsigned(tampered('signature.json is not a signature file of version 1.'));
  if (file.manifest_sha256 !== sha256) {
    return unsigned(foundTampered(ID, 'The signature is for a manifest with another digest.', ['manifest']));
  }
  if (file.bundle_id !== manifest.bundle_id)
    return unsigned(tampered('The signature is for another bundle.'));
  return examineSigners(file, statementText({ bundleId: manifest.bundle_id, manifestSha256: sha256 }));
}

function examineSigners(file: SignatureFile, statement: string): ExaminedSignature {
  const signers = file.signatures.map(({ signature }) => recoverSigner(statement, signature));
  const areValid = file.signatures.every(({ signer_address }, index) => signers[index] === signer_address);
  if (!areValid) return unsigned(tampered('A signature is not one of its stated signer over this manifest.'));
  const addresses = signers.filter((signer) => signer !== null);
  return { finding: found(ID, 'pass', `Signed by ${addresses.join(', ')} (EIP-191).`), signers: addresses };
}

function parseOrNull(bytes: Uint8Array): SignatureFile | null {
  try {
    return parseSignatureFile(bytes);
  } catch {
    return null;
  }
}

const tampered = (detail: string): Finding => foundTampered(ID, detail, ['signature']);

const unsigned = (finding: Finding): ExaminedSignature => ({ finding, signers: [] });
