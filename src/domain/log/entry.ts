import { encodeCanonical } from '../../core/canonical-json.ts';

interface SealedBundleRef {
  readonly bundleId: string;
  readonly manifestSha256: string;
}

/**
 * Log entry of a published bundle, canonical JSON. It names no URL and no owner.
 *
 * @param signatureSha256 over the bytes of `signature.json`.
 * @see evidence-format.md 6
 */
export const bundleEntry = ({
  bundleId,
  manifestSha256,
  signatureSha256,
}: SealedBundleRef & { readonly signatureSha256: string }): string =>
  encodeCanonical({
    t: 'bundle',
    v: 1,
    id: bundleId,
    manifest_sha256: manifestSha256,
    signature_sha256: signatureSha256,
  });

/** Log entry of something that happened to a bundle. `at` is RFC 3339 with milliseconds. */
export const bundleEventEntry = (
  type: 'tombstone' | 'hold' | 'release',
  { bundleId, manifestSha256 }: SealedBundleRef,
  at: string,
): string => encodeCanonical({ t: type, v: 1, id: bundleId, manifest_sha256: manifestSha256, at });

/** Log entry of a change in the list of keys. */
export const keyEntry = (key: {
  readonly keyId: string;
  readonly signerAddress: string;
  readonly event: 'created' | 'retired' | 'revoked';
  readonly at: string;
}): string =>
  encodeCanonical({
    t: 'key',
    v: 1,
    key_id: key.keyId,
    signer_address: key.signerAddress,
    event: key.event,
    at: key.at,
  });

/** Log entry of one UTC day of a monitor: how many checks, and the root hash over them. */
export const monitorEpochEntry = (epoch: {
  readonly monitorSha256: string;
  /** e.g. `2026-01-31`. */
  readonly epoch: string;
  readonly count: number;
  readonly root: string;
}): string =>
  encodeCanonical({
    t: 'monitor-epoch',
    v: 1,
    monitor_sha256: epoch.monitorSha256,
    epoch: epoch.epoch,
    count: epoch.count,
    root: epoch.root,
  });
