import { type CanonicalValue, canonicalBytes } from '../../core/canonical-json.ts';
import { createCapabilityId } from '../../core/id.ts';
import { toWellFormed } from '../manifest/well-formed.ts';
import type { Signer } from '../signing/port.ts';
import { type ChainLine, type ChainPlace, lineDigest } from './chain-line.ts';
import type { CustodyEvent } from './events.ts';
import { parseCustodyLine } from './record.ts';
import { documentDigest, signDocument } from './signed-document.ts';

/**
 * Chain and sign an event.
 *
 * @param place where it stands, and `at`, RFC 3339 with milliseconds.
 * @returns the record, and the bytes of its line without LF.
 */
export async function buildLine(
  event: CustodyEvent,
  place: ChainPlace & { readonly at: string },
  signer: Signer,
): Promise<{ readonly line: ChainLine; readonly bytes: Uint8Array }> {
  const signed = await signDocument(
    {
      schema: 'affiant-custody/v1',
      seq: place.seq,
      previous: place.previous,
      type: event.type,
      receipt_id: createCapabilityId('rcpt'),
      bundle_id: place.bundleId,
      manifest_sha256: place.manifestSha256,
      at: place.at,
      agent_id: event.agentId.toWellFormed(),
      action: event.action.toWellFormed(),
      body: toWellFormed(event.body) as CanonicalValue,
    },
    signer,
  );
  const bytes = canonicalBytes(signed);
  const { json, record } = parseCustodyLine(bytes);
  return { line: { record, lineSha256: lineDigest(bytes), recordSha256: documentDigest(json) }, bytes };
}
