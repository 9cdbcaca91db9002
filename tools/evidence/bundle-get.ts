import { z } from 'zod';
import { component } from '../../src/core/schema.ts';
import { bundleShape } from '../../src/operation/bundle-output.ts';
import { viewBundle } from '../../src/operation/bundle-view.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { bundleId } from '../../src/operation/fields.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';
import { textFrom, textOffset, textPageShape } from '../../src/operation/text-page.ts';

export default defineTool({
  name: 'bundle_get',
  title: 'Get an evidence bundle',
  family: 'evidence',
  description:
    'Get one evidence bundle of yours: status, manifest digest, signature, artifacts with digests and document facts. ' +
    'With offset also its text, page by page. Use bundle_download for the bytes and bundle_verify for an integrity check.',
  rest: {
    method: 'GET',
    path: '/v1/extract/{id}',
    params: { id: 'bundle_id' },
    headers: { 'X-Manifest-SHA256': 'manifest_sha256' },
  },
  input: z.strictObject({
    bundle_id: bundleId,
    offset: textOffset.optional().describe('Also answer the text, from this character on'),
  }),
  output: component(
    'BundleWithText',
    z.object({ ...bundleShape, ...z.object(textPageShape).partial().shape }),
  ),
  price: 'free',
  auth: 'owner',
  effect: 'read',
  errors: ['NOT_FOUND', 'ARTIFACT_TAMPERED'],
  examples: [
    { title: 'A bundle by id', input: { bundle_id: 'ev_01JD0000000000000000000000' } },
    { title: 'With its text', input: { bundle_id: 'ev_01JD0000000000000000000000', offset: 0 } },
  ],
  async run({ bundle_id, offset }, { services: { bundles }, principal }) {
    const bundle = await bundles.get(requireOwner(principal), bundle_id);
    if (offset === undefined) return viewBundle(bundle);
    const { texts } = await bundles.signedText(bundle);
    return { ...viewBundle(bundle), ...textFrom(texts.join(''), offset) };
  },
});
