import { toTimestamp } from '../core/clock.ts';
import type { StoredBundle } from '../domain/bundle/bundle-service.ts';
import type { BundleOutput } from './bundle-output.ts';

/** A stored bundle as every face answers it (design.md 4.4): its row, its manifest, its signature. */
export function viewBundle({ record, manifest, signature }: StoredBundle): BundleOutput {
  const { request, capture, chunk_tree } = manifest;
  const { document } = capture;
  return {
    id: record.bundleId,
    bundle_id: record.bundleId,
    status: record.status,
    mode: record.mode,
    created_at: toTimestamp(record.createdAt),
    source_url: request.url ?? null,
    filename: request.filename ?? null,
    manifest_sha256: record.manifestSha256,
    signature: viewSignature(signature),
    merkle_root: chunk_tree.root,
    chunk_count: chunk_tree.chunk_count,
    artifacts: Object.fromEntries(
      manifest.artifacts.map(({ name, path, sha256, size, media_type, role }) => [
        name,
        { path, sha256, size, media_type, role },
      ]),
    ),
    metadata: {
      ...document,
      final_url: capture.final_url,
      captured_at: capture.times.started,
      outcome: capture.outcome,
      signals: [...capture.signals],
    },
    result: null,
    notarization: null,
    legal_hold: record.legalHold,
    retention_until: record.retentionUntil && toTimestamp(record.retentionUntil),
    parent_bundle_id: record.parentBundleId,
    superseded_by: record.supersededBy,
    untrusted: true,
  };
}

function viewSignature({ signatures: [first] }: StoredBundle['signature']): BundleOutput['signature'] {
  if (!first) throw new TypeError('signature.json without a signature was published');
  const { algorithm, key_id, signer_address, signature, signed_at } = first;
  return { algorithm, key_id, signer_address, signature, signed_at };
}
