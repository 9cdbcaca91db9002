import { defineResource } from '../src/operation/define-resource.ts';

export default defineResource({
  name: 'bundle_manifest',
  title: 'Manifest of a bundle',
  description: 'The exact text of manifest.json. Its SHA-256 over UTF-8 is what the signature commits to.',
  uri: 'evidence://bundles/{bundle_id}/manifest',
  mediaType: 'application/json',
  async read({ bundle_id }, { call }) {
    const { output } = await call('manifest_get', { bundle_id });
    return { text: String(output['manifest']), mediaType: 'application/json', untrusted: true };
  },
});
