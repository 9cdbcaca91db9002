import { createHash } from 'node:crypto';
import type { BundleStatus } from '../bundle/bundle.ts';
import type { BundleStore } from '../bundle/port.ts';
import { readWhole } from '../bundle/read-whole.ts';
import { MAX_MANIFEST_BYTES } from '../manifest/manifest.ts';
import type { SigningKeyRecord } from '../signing/port.ts';
import { recoverSigner } from '../signing/recover.ts';
import { findRecord, readChain } from './chain-file.ts';
import type { CustodyBundle, CustodyLink } from './port.ts';
import { type Receipt, receiptOfLink } from './receipt.ts';

/** What can be said of a receipt now. */
export interface ReceiptVerdict {
  /** Signed by a key of the service, still in the chain, and about the manifest that the bundle has now. */
  readonly valid: boolean;
  readonly signatureValid: boolean;
  /** Whether the signed record lies in the bundle's chain; null once the bundle is deleted. */
  readonly inChain: boolean | null;
  /** Whether the stored manifest still has the digest that the receipt names; null once the bundle is deleted. */
  readonly manifestMatchesCurrent: boolean | null;
  readonly bundleStatus: BundleStatus;
  readonly tombstoneId: string | null;
  readonly receipt: Receipt;
}

/** Check a receipt against what is stored. After a deletion its signature and its digests are left. */
export async function verifyReceipt(
  found: { readonly bundle: CustodyBundle; readonly link: CustodyLink },
  { store, keys }: { readonly store: BundleStore; readonly keys: readonly SigningKeyRecord[] },
): Promise<ReceiptVerdict> {
  const { bundle, link } = found;
  const isDeleted = bundle.status === 'deleted';
  const filed = isDeleted ? null : await findFiled(store, found);
  const inChain = isDeleted ? null : filed?.recordSha256 === link.recordSha256;
  const manifestMatchesCurrent = isDeleted
    ? null
    : (await digestOfManifest(store, bundle)) === bundle.manifestSha256;
  const said = filed && { agentId: filed.record.agent_id, action: filed.record.action };
  const receipt = receiptOfLink(bundle, link, said);
  const signatureValid = isSignatureValid(receipt, link, keys);
  return {
    valid: signatureValid && inChain !== false && manifestMatchesCurrent !== false,
    signatureValid,
    inChain,
    manifestMatchesCurrent,
    bundleStatus: bundle.status,
    tombstoneId: bundle.tombstoneId,
    receipt,
  };
}

async function findFiled(
  store: BundleStore,
  { bundle, link }: { readonly bundle: CustodyBundle; readonly link: CustodyLink },
) {
  const bytes = await readChain(store, bundle.bundleId);
  return bytes && findRecord(bytes, link.lineSha256);
}

async function digestOfManifest(store: BundleStore, { bundleId }: CustodyBundle): Promise<string | null> {
  try {
    const reader = await store.open(bundleId);
    const bytes = reader && (await readWhole(reader.read('manifest.json'), MAX_MANIFEST_BYTES));
    return bytes && createHash('sha256').update(bytes).digest('hex');
  } catch {
    return null;
  }
}

function isSignatureValid(
  { signed_text, signature, signer_address }: Receipt,
  { at }: CustodyLink,
  keys: readonly SigningKeyRecord[],
): boolean {
  const key = keys.find((known) => known.signer_address === signer_address);
  const isTimely = key !== undefined && (key.revoked_at === null || at < new Date(key.revoked_at));
  return isTimely && recoverSigner(signed_text, signature) === signer_address;
}
