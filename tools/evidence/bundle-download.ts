import { Readable } from 'node:stream';
import { z } from 'zod';
import { sha256Hex } from '../../src/core/schema.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { bundleId, manifestSha256 } from '../../src/operation/fields.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

export default defineTool({
  name: 'bundle_download',
  title: 'Download a bundle as one archive',
  family: 'evidence',
  description:
    'Download every artifact of a bundle with manifest, signature and a stand-alone verifier as one deterministic ZIP. ' +
    'Over MCP the answer is a link; fetch it with the same credential. Check it offline with verify/verify.mjs inside.',
  rest: {
    method: 'GET',
    path: '/v1/extract/{id}/download',
    params: { id: 'bundle_id' },
    headers: { 'X-Manifest-SHA256': 'manifest_sha256' },
    binary: 'application/zip',
  },
  input: z.strictObject({ bundle_id: bundleId }),
  output: z.object({
    bundle_id: bundleId,
    manifest_sha256: manifestSha256,
    filename: z.string().describe('Suggested file name'),
    url: z.string().describe('Address of the archive; the same credential opens it'),
    size: z.int().describe('Bytes of the archive'),
    etag: sha256Hex.describe('Digest of core and seals: the archive’s entity tag'),
  }),
  price: 'free',
  auth: 'owner',
  effect: 'read',
  errors: ['NOT_FOUND', 'ARTIFACT_TAMPERED'],
  examples: [{ title: 'Archive of a bundle', input: { bundle_id: 'ev_01JD0000000000000000000000' } }],
  async run({ bundle_id }, { services, principal, attach, baseUrl }) {
    const { record, archive } = await services.bundles.archive(requireOwner(principal), bundle_id);
    const url = `${baseUrl}/v1/extract/${bundle_id}/download`;
    const filename = `${bundle_id}.zip`;
    const { etag, sizeBytes, stream } = archive;
    attach({
      stream: () => Readable.from(stream(), { objectMode: false }),
      mediaType: 'application/zip',
      filename,
      sizeBytes,
      etag,
      uri: url,
    });
    return { bundle_id, manifest_sha256: record.manifestSha256, filename, url, size: sizeBytes, etag };
  },
});
