import { z } from 'zod';
import { bundleOutput } from '../../src/operation/bundle-output.ts';
import { viewBundle } from '../../src/operation/bundle-view.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { bundleId } from '../../src/operation/fields.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

export default defineTool({
  name: 'bundle_get',
  title: 'Get an evidence bundle',
  family: 'evidence',
  description:
    'Get one evidence bundle of yours: status, manifest digest, signature, artifacts with digests and document facts. ' +
    'Use bundle_download for the bytes and bundle_verify for an integrity check.',
  rest: {
    method: 'GET',
    path: '/v1/extract/{id}',
    params: { id: 'bundle_id' },
    headers: { 'X-Manifest-SHA256': 'manifest_sha256' },
  },
  input: z.strictObject({ bundle_id: bundleId }),
  output: bundleOutput,
  price: 'free',
  auth: 'owner',
  effect: 'read',
  errors: ['NOT_FOUND', 'ARTIFACT_TAMPERED'],
  examples: [{ title: 'A bundle by id', input: { bundle_id: 'ev_01JD0000000000000000000000' } }],
  async run({ bundle_id }, { services, principal }) {
    return viewBundle(await services.bundles.get(requireOwner(principal), bundle_id));
  },
});
