import { toTimestamp } from '../../core/clock.ts';
import type { ChainLine } from './chain-line.ts';
import type { CustodyBundle, CustodyLink } from './port.ts';
import { documentText } from './signed-document.ts';

/**
 * The public view of a custody record: it binds an agent's action to a manifest.
 *
 * @see evidence-format.md 5
 */
export interface Receipt {
  /** Whoever holds it may have it verified. */
  readonly receipt_id: string;
  readonly bundle_id: string;
  /** Null once the record is deleted with its bundle; so is `action`. */
  readonly agent_id: string | null;
  readonly action: string | null;
  readonly manifest_sha256: string;
  /** RFC 3339 with milliseconds. */
  readonly signed_at: string;
  readonly algorithm: 'secp256k1-eip191';
  readonly key_id: string;
  readonly signer_address: string;
  readonly signature: string;
  /** The text under the signature: any wallet checks it. */
  readonly signed_text: string;
}

/** Receipt of a record that is at hand. */
export const receiptOf = ({ record, recordSha256 }: ChainLine): Receipt => ({
  receipt_id: record.receipt_id,
  bundle_id: record.bundle_id,
  agent_id: record.agent_id,
  action: record.action,
  manifest_sha256: record.manifest_sha256,
  signed_at: record.at,
  algorithm: 'secp256k1-eip191',
  key_id: record.key_id,
  signer_address: record.signer_address,
  signature: record.signature,
  signed_text: documentText(record.schema, recordSha256),
});

/** Receipt from what SQL keeps. */
export const receiptOfLink = (
  { bundleId, manifestSha256 }: Pick<CustodyBundle, 'bundleId' | 'manifestSha256'>,
  link: CustodyLink,
  said: { readonly agentId: string; readonly action: string } | null,
): Receipt => ({
  receipt_id: link.receiptId,
  bundle_id: bundleId,
  agent_id: said?.agentId ?? null,
  action: said?.action ?? null,
  manifest_sha256: manifestSha256,
  signed_at: toTimestamp(link.at),
  algorithm: 'secp256k1-eip191',
  key_id: link.keyId,
  signer_address: link.signerAddress,
  signature: link.signature,
  signed_text: documentText('affiant-custody/v1', link.recordSha256),
});
