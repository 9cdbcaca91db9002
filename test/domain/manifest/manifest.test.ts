import { describe, expect, it } from 'vitest';
import { fromUtf8, utf8 } from '../../../src/core/bytes.ts';
import { parseManifest } from '../../../src/domain/manifest/manifest.ts';
import { sealBundle } from '../../../src/domain/manifest/seal.ts';
import { GOLDEN_CAPTURE, GOLDEN_INPUT, goldenTools, sealGolden } from '../../golden/golden-bundle.ts';

const { files, sealed } = await sealGolden();
const json = JSON.parse(fromUtf8(sealed.manifestBytes));

describe('a sealed manifest', () => {
  it('has the members of the format, and none that names an owner', () => {
    expect(Object.keys(json)).toEqual([
      'artifacts',
      'bundle_id',
      'capture',
      'chunk_tree',
      'links',
      'nonce',
      'request',
      'schema',
      'software',
    ]);
    expect(json.request).toEqual({
      kind: 'url',
      url: 'http://example.com/terms',
      filename: null,
      declared_media_type: null,
      mode: 'extract',
      include: ['html', 'markdown', 'screenshot'],
      options: { pages: null, wait_ms: 0 },
      source_header_names_scoped_to: 'https://example.com',
      source_headers: { names_count: 1, origin: 'https://example.com', requests: 2 },
    });
    const { source_headers: _, ...facts } = GOLDEN_CAPTURE.facts;
    expect(json.capture).toEqual({
      ...facts,
      times: { ...facts.times, sealed: '2026-01-02T03:04:07.890Z' },
      document: { ...GOLDEN_CAPTURE.document, title: 'Terms \ufffd' },
    });
    expect(json.software).toEqual({
      service: 'affiant',
      version: '0.1.0',
      node: '24.21.0',
      os: 'linux',
      browser: 'chromium/156.0',
      automation: 'playwright/1.65.1',
    });
  });

  it('says U+FFFD where a page had half a surrogate pair', () => {
    expect(json.capture.document.title).toBe('Terms \ufffd');
  });

  it('lists artifacts in the byte order of their paths', () => {
    const paths = json.artifacts.map(({ path }: { path: string }) => path);
    expect(paths).toEqual([
      'artifacts/chunks.json',
      'artifacts/content.md',
      'artifacts/screenshot.png',
      'artifacts/source/body.html',
    ]);
  });

  it('reads back', () => {
    expect(parseManifest(sealed.manifestBytes)).toMatchObject({
      bundle_id: GOLDEN_INPUT.bundleId,
      chunk_tree: { chunk_count: 4, root: sealed.chunkTree.root },
    });
  });

  it('is read also with members that this version does not know', () => {
    expect(() => parseManifest(utf8(JSON.stringify({ ...json, later: { member: 1 } })))).not.toThrow();
  });
});

describe('sealing', () => {
  it('writes exactly the files of the format', () => {
    expect([...files.keys()].sort()).toEqual([
      'artifacts/chunks.json',
      'artifacts/content.md',
      'artifacts/screenshot.png',
      'artifacts/source/body.html',
      'manifest.json',
      'seals/keys.json',
      'seals/statement.txt',
      'signature.json',
      'verify/README.md',
      'verify/verify.mjs',
    ]);
  });

  it('gives an empty text a tree without leaves', async () => {
    const artifacts = GOLDEN_CAPTURE.artifacts.map((artifact) =>
      artifact.name === 'markdown' ? { ...artifact, bytes: utf8('') } : artifact,
    );
    const empty = await sealBundle(
      { ...GOLDEN_INPUT, capture: { ...GOLDEN_CAPTURE, artifacts, markdown: '', pageStarts: [] } },
      goldenTools(new Map()),
    );
    expect(parseManifest(empty.manifestBytes).chunk_tree).toMatchObject({
      chunk_count: 0,
      root: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    });
  });

  it('needs the text of record', async () => {
    const artifacts = GOLDEN_CAPTURE.artifacts.filter(({ name }) => name !== 'markdown');
    await expect(
      sealBundle({ ...GOLDEN_INPUT, capture: { ...GOLDEN_CAPTURE, artifacts } }, goldenTools(new Map())),
    ).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  it('refuses a manifest that no verifier would read', async () => {
    const signals = [{ code: 'noise', detail: 'x'.repeat(4 * 1024 * 1024) }];
    const capture = { ...GOLDEN_CAPTURE, facts: { ...GOLDEN_CAPTURE.facts, signals } };
    await expect(sealBundle({ ...GOLDEN_INPUT, capture }, goldenTools(new Map()))).rejects.toMatchObject({
      code: 'DOCUMENT_TOO_LARGE',
    });
  });
});

describe('reading a manifest', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what these changes break
  const changed = (edit: (manifest: any) => void) => {
    const copy = structuredClone(json);
    edit(copy);
    return utf8(JSON.stringify(copy));
  };

  it.each([
    ['an id of another kind', (manifest) => (manifest.bundle_id = 'job_01JD0000000000000000000000')],
    ['an artifact outside artifacts/', (manifest) => (manifest.artifacts[0].path = 'seals/keys.json')],
    ['a path that leads out', (manifest) => (manifest.artifacts[0].path = 'artifacts/../x')],
    ['a name twice', (manifest) => (manifest.artifacts[0].name = manifest.artifacts[1].name)],
    [
      'a path twice, by case',
      (manifest) => (manifest.artifacts[0].path = manifest.artifacts[1].path.replace('content', 'Content')),
    ],
    ['a name with a line break', (manifest) => (manifest.artifacts[0].name = 'a\nb')],
    [
      'a digest in upper case',
      (manifest) => (manifest.artifacts[0].sha256 = manifest.artifacts[0].sha256.toUpperCase()),
    ],
    ['a negative size', (manifest) => (manifest.artifacts[0].size = -1)],
    ['another tree algorithm', (manifest) => (manifest.chunk_tree.algorithm = 'sorted-pairs')],
    // biome-ignore lint/suspicious/noExplicitAny: as above
  ] as [string, (manifest: any) => void][])('refuses %s', (_, edit) => {
    expect(() => parseManifest(changed(edit))).toThrow(
      expect.objectContaining({ code: 'ARTIFACT_TAMPERED' }),
    );
  });
});
