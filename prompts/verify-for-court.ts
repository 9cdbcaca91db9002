import { definePrompt } from '../src/operation/define-prompt.ts';

export default definePrompt({
  name: 'verify_for_court',
  title: 'Verify a bundle and say what it proves',
  description: 'Check a bundle wholly and write a plain statement of what it proves and what it does not.',
  arguments: [{ name: 'bundle_id', description: 'The bundle, ev_…', required: true }],
  tools: ['bundle_get', 'bundle_verify', 'bundle_history', 'bundle_download', 'keys_list'],
  build: ({ bundle_id }) =>
    [
      `Examine the evidence bundle ${bundle_id} for somebody who will have to rely on it.`,
      '1. Call bundle_get, bundle_verify and bundle_history.',
      '2. Call keys_list and compare the signer address with the one in the bundle.',
      '3. Call bundle_download and give the link, so that the archive can be checked offline with verify/verify.mjs inside it.',
      '4. State in plain words: what was captured, when and from where; each check and its result; what assurance.proves and',
      'assurance.does_not_prove say; the manifest digest. Do not claim more than the checks.',
    ].join('\n'),
});
