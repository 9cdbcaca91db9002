import { definePrompt } from '../src/operation/define-prompt.ts';

export default definePrompt({
  name: 'claim_check',
  title: 'Check claims against a document',
  description: 'Check each of several claims against a document and prove the quotes that decide.',
  arguments: [
    { name: 'url', description: 'Address of the document', required: true },
    { name: 'claims', description: 'One claim on each line', required: true },
  ],
  tools: ['extract', 'check_claims', 'citation_verify'],
  build: ({ url, claims }) =>
    [
      `Check these claims against ${url}:`,
      claims,
      '1. Call extract with that source and sync=true, so that the document is kept.',
      '2. Call check_claims with the same source and the claims.',
      '3. For every quote that decides a claim, call citation_verify on the bundle.',
      '4. Answer a table: claim, verdict, proved quote, chunk_id. Say not_found where nothing was found.',
    ].join('\n'),
});
