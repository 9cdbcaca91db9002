import { z } from 'zod';
import { toTimestamp } from '../../src/core/clock.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { bundleId, createdAt, manifestSha256 } from '../../src/operation/fields.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

const version = z.object({
  bundle_id: bundleId,
  status: z.enum(['complete', 'deleted']).describe('deleted: only its links and its tombstone are left'),
  created_at: createdAt,
  manifest_sha256: manifestSha256,
  parent_bundle_id: bundleId.nullable().describe('Earlier version'),
  superseded_by: bundleId.nullable().describe('Later version'),
});

export default defineTool({
  name: 'bundle_history',
  title: 'List the versions of a source',
  family: 'evidence',
  description:
    'List every version of the source that a bundle captured, oldest first, linked by parent_bundle_id and superseded_by. ' +
    'Each link is also inside the signed manifest of the later version.',
  rest: { method: 'GET', path: '/v1/extract/{id}/history', params: { id: 'bundle_id' } },
  input: z.strictObject({ bundle_id: bundleId }),
  output: z.object({ bundle_id: bundleId, versions: z.array(version).describe('Oldest first') }),
  price: 'free',
  auth: 'owner',
  effect: 'read',
  errors: ['NOT_FOUND'],
  examples: [{ title: 'History of a bundle', input: { bundle_id: 'ev_01JD0000000000000000000000' } }],
  async run({ bundle_id }, { services, principal }) {
    const records = await services.bundles.versions(requireOwner(principal), bundle_id);
    const versions = records.map((record) => ({
      bundle_id: record.bundleId,
      status: record.status === 'deleted' ? ('deleted' as const) : ('complete' as const),
      created_at: toTimestamp(record.createdAt),
      manifest_sha256: record.manifestSha256,
      parent_bundle_id: record.parentBundleId,
      superseded_by: record.supersededBy,
    }));
    return { bundle_id, versions };
  },
});
