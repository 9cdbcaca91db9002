import { describe, expect, it } from 'vitest';
import bundleMarkdown from '../../resources/bundle-markdown.ts';
import { EvidenceError } from '../../src/core/error.ts';
import { readArtifact } from '../../src/operation/bundle-artifact.ts';
import type { ResourceContext } from '../../src/operation/define-resource.ts';

const BUNDLE = 'ev_01JD0000000000000000000000';

/** A reader's view of one bundle with a Markdown artifact of `size` bytes. */
function context(size: number): ResourceContext {
  const artifacts = { markdown: { path: 'artifacts/content.md', size, media_type: 'text/markdown' } };
  const read = async function* () {
    yield Buffer.alloc(size, 'a');
  };
  return {
    call: async (operation, input) => {
      if (operation !== 'bundle_get' || input['bundle_id'] !== BUNDLE) throw new EvidenceError('NOT_FOUND');
      return { output: { bundle_id: BUNDLE, artifacts }, attachment: null, replayed: false };
    },
    bundles: { open: async () => ({ list: async () => [], read }) },
    pages: new Map(),
    skill: '',
  };
}

describe('an artifact', () => {
  it('is read once the bundle was proved to be the reader’s', async () => {
    expect(await bundleMarkdown.read({ bundle_id: BUNDLE }, context(3))).toEqual({
      text: 'aaa',
      mediaType: 'text/markdown',
      untrusted: true,
    });
  });

  it.each([
    ['of somebody else', 'ev_01JD0000000000000000000001', 'markdown', 3, 'NOT_FOUND'],
    ['that was not made', BUNDLE, 'screenshot', 3, 'NOT_FOUND'],
    ['larger than a message', BUNDLE, 'markdown', 9 * 1024 * 1024, 'DOCUMENT_TOO_LARGE'],
  ])('%s is not', async (...row) => {
    const [, bundleId, name, size, code] = row;
    await expect(readArtifact(bundleId, name, context(size))).rejects.toMatchObject({ code });
  });
});
