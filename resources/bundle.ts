import { defineResource } from '../src/operation/define-resource.ts';

export default defineResource({
  name: 'bundle',
  title: 'Evidence bundle',
  description: 'One evidence bundle of yours as JSON: the same record that the tool bundle_get answers.',
  uri: 'evidence://bundles/{bundle_id}',
  mediaType: 'application/json',
  async read({ bundle_id }, { call }) {
    const { output } = await call('bundle_get', { bundle_id });
    return { text: JSON.stringify(output), mediaType: 'application/json', untrusted: true };
  },
});
