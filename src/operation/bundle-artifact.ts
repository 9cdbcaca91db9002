import { EvidenceError } from '../core/error.ts';
import { readWhole } from '../domain/bundle/read-whole.ts';
import type { ResourceContext } from './define-resource.ts';

/** Larger artifacts are for `bundle_download`: a resource arrives whole in one message. */
const MAX_ARTIFACT_BYTES = 8 * 1024 * 1024;

/**
 * One artifact of the reader's own bundle, at most 8 MiB.
 *
 * @throws EvidenceError `NOT_FOUND` when the bundle is not the reader's or has no such artifact, `DOCUMENT_TOO_LARGE`.
 */
export async function readArtifact(
  bundleId: string | undefined,
  name: string,
  { call, bundles }: Pick<ResourceContext, 'call' | 'bundles'>,
): Promise<{ bytes: Uint8Array; mediaType: string }> {
  const { output } = await call('bundle_get', { bundle_id: bundleId });
  const { [name]: artifact } = output['artifacts'] as Record<string, ArtifactReference>;
  const reader = await bundles.open(String(output['bundle_id']));
  if (!artifact || !reader) throw new EvidenceError('NOT_FOUND', `The bundle has no artifact ${name}.`);
  if (artifact.size > MAX_ARTIFACT_BYTES) {
    throw new EvidenceError('DOCUMENT_TOO_LARGE', `The artifact has ${artifact.size} bytes.`, {
      hint: 'Call bundle_download and read the archive.',
    });
  }
  return {
    bytes: await readWhole(reader.read(artifact.path), MAX_ARTIFACT_BYTES),
    mediaType: artifact.media_type,
  };
}

interface ArtifactReference {
  readonly path: string;
  readonly size: number;
  readonly media_type: string;
}
