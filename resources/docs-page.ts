import { EvidenceError } from '../src/core/error.ts';
import { defineResource } from '../src/operation/define-resource.ts';

export default defineResource({
  name: 'docs_page',
  title: 'Documentation page',
  description: 'A page of the documentation in Markdown, the same that people read.',
  uri: 'evidence://docs/{page}',
  mediaType: 'text/markdown',
  list: ({ pages }) => [...pages.keys()].map((page) => ({ uri: `evidence://docs/${page}`, title: page })),
  async read({ page = '' }, { pages }) {
    const text = pages.get(page);
    if (text === undefined) throw new EvidenceError('NOT_FOUND');
    return { text, mediaType: 'text/markdown' };
  },
});
