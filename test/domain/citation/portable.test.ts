import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUtf8, toHex, utf8 } from '../../../src/core/bytes.ts';
import { parseChunks } from '../../../src/domain/chunk/chunk.ts';
import { chunkLeafHash } from '../../../src/domain/chunk/leaf.ts';
import { buildPortableProof } from '../../../src/domain/citation/portable-build.ts';
import { citeBundle } from '../../../src/domain/citation/portable-cite.ts';
import {
  MAX_PROOF_BYTES,
  type PortableProof,
  parsePortableProof,
} from '../../../src/domain/citation/portable-proof.ts';
import { verifyPortableProof } from '../../../src/domain/citation/portable-verify.ts';
import { GOLDEN_KEY_RECORD, GOLDEN_SIGNER, sealGolden } from '../../golden/golden-bundle.ts';
import { type BundleMap, readerOf } from '../../golden/memory-bundle.ts';
import { TAMPERINGS } from '../../golden/tampered.ts';

const createSha256 = () => createHash('sha256');
const QUOTE = 'The fee is 12 € a month — “no hidden costs”.';
const ask = (text: string, chunkId: string | null = null) => ({ text, chunkId });

const { files } = await sealGolden();
const goldenChunks = await parseChunks(files.get('artifacts/chunks.json') ?? new Uint8Array());

async function prove(text = QUOTE, bundle: BundleMap = files): Promise<PortableProof> {
  const { proof } = await citeBundle(readerOf(bundle), ask(text), createSha256);
  if (!proof) throw new Error('the quote is not there');
  return proof;
}

const verify = (
  proof: PortableProof,
  trusted: Parameters<typeof verifyPortableProof>[1]['trusted'] = [GOLDEN_SIGNER],
) => verifyPortableProof(proof, { createSha256, trusted });

const failing = async (proof: PortableProof) =>
  (await verify(proof)).checks.filter(({ status }) => status === 'fail').map(({ id }) => id);

const proof = await prove();

describe('a proof', () => {
  it('has exactly the members of its format', () => {
    expect(Object.keys(proof)).toEqual([
      'schema',
      'quote',
      'quote_range',
      'chunk',
      'path',
      'manifest',
      'signature',
      'log_proof',
    ]);
    expect(Object.keys(proof.chunk)).toEqual(['id', 'index', 'start', 'end', 'salt', 'text']);
    expect(proof).toMatchObject({ schema: 'affiant-citation/v1', quote: QUOTE, log_proof: null });
    expect(proof.manifest).toBe(fromUtf8(files.get('manifest.json') ?? new Uint8Array()));
    expect(proof.signature).toEqual(JSON.parse(fromUtf8(files.get('signature.json') ?? new Uint8Array())));
  });

  it('verifies after its way through a file, with an address or a key list', async () => {
    const read = parsePortableProof(utf8(JSON.stringify(proof, null, 2)));
    for (const trusted of [[GOLDEN_SIGNER], [GOLDEN_KEY_RECORD]]) {
      expect(await verify(read, trusted)).toMatchObject({
        verified: true,
        status: 'verified',
        bundleId: 'ev_01JD0000000000000000000000',
        quote: QUOTE,
        source: { origin: 'https://example.com/terms', sealedAt: '2026-01-02T03:04:07.890Z' },
        assurance: { level: 1 },
      });
    }
  });

  it('quotes the bytes of the text when the words were asked for in another spelling', async () => {
    const other = await prove('The fee is 12 €   a month - "no hidden costs".');
    expect(other).toEqual(proof);
  });

  it('carries the log proof of its bundle, which is not checked yet', async () => {
    const logged = await prove(QUOTE, new Map([...files, ['seals/log-proof.txt', utf8('c2sp.org/…')]]));
    expect(logged.log_proof).toBe('c2sp.org/…');
    const { checks, verified } = await verify(logged);
    expect([verified, checks.at(-1)?.status]).toEqual([true, 'unknown']);
  });

  it('exists for every chunk', async () => {
    const text = files.get('artifacts/content.md') ?? new Uint8Array();
    const chunks = await parseChunks(files.get('artifacts/chunks.json') ?? new Uint8Array());
    for (const [index, { id, start, end }] of chunks.entries()) {
      const question = ask(fromUtf8(text.subarray(start, end)), id);
      const { proof: one } = await citeBundle(readerOf(files), question, createSha256);
      expect([one?.chunk.index, one && (await verify(one)).verified]).toEqual([index, true]);
    }
  });
});

describe('whom a proof is believed', () => {
  it('is undecided without a signer, and level 0 when it is believed itself', async () => {
    expect(await verify(proof, [])).toMatchObject({
      status: 'undecided',
      assurance: { level: 0, proves: [] },
    });
    const embedded = await verifyPortableProof(proof, { createSha256, trusted: [], trustEmbedded: true });
    expect(embedded).toMatchObject({ status: 'verified', assurance: { level: 0 } });
  });

  it('fails for another signer, and for one whose key had been revoked', async () => {
    expect(await verify(proof, [`0x${'11'.repeat(20)}`])).toMatchObject({ status: 'tampered' });
    const revoked = { ...GOLDEN_KEY_RECORD, revoked_at: '2026-01-01T12:00:00.000Z' };
    expect(await verify(proof, [revoked])).toMatchObject({ status: 'tampered' });
  });
});

describe('a changed proof', () => {
  const { chunk, quote_range: range } = proof;
  const flipped = (hex: string) => `${hex[0] === '0' ? '1' : '0'}${hex.slice(1)}`;
  const cases: readonly [string, Partial<PortableProof>, readonly string[]][] = [
    ['another quote', { quote: QUOTE.replace('12', '21') }, ['quote']],
    ['another place', { quote_range: { start: range.start + 1, end: range.end + 1 } }, ['quote']],
    ['a place beyond the chunk', { quote_range: { start: 0, end: 1e9 } }, ['quote']],
    [
      'another text',
      { chunk: { ...chunk, text: chunk.text.replace('12', '21') }, quote: QUOTE.replace('12', '21') },
      ['chunk_tree'],
    ],
    ['a shorter text', { chunk: { ...chunk, text: chunk.text.slice(0, -1) } }, ['chunk_tree']],
    ['another index', { chunk: { ...chunk, index: 1, id: 'chunk_0002' } }, ['chunk_tree']],
    ['an index outside the tree', { chunk: { ...chunk, index: 99, id: 'chunk_0100' } }, ['chunk_tree']],
    ['another id', { chunk: { ...chunk, id: 'chunk_0002' } }, ['chunk_tree']],
    ['a moved chunk', { chunk: { ...chunk, start: chunk.start + 1, end: chunk.end + 1 } }, ['chunk_tree']],
    ['another salt', { chunk: { ...chunk, salt: flipped(chunk.salt) } }, ['chunk_tree']],
    ['another path', { path: proof.path.map(flipped) }, ['chunk_tree']],
    ['a longer path', { path: [...proof.path, '00'.repeat(32)] }, ['chunk_tree']],
    ['no path', { path: [] }, ['chunk_tree']],
    ['another manifest', { manifest: proof.manifest.replace('example.com', 'example.org') }, ['signature']],
    ['a manifest with white space', { manifest: ` ${proof.manifest}` }, ['manifest_canonical', 'signature']],
    ['no manifest', { manifest: '' }, ['manifest_canonical']],
    ['no signature', { signature: {} }, ['signature']],
  ];

  it.each(cases)('fails: %s', async (_, change, ids) => {
    expect(await failing({ ...proof, ...change })).toEqual([...ids]);
  });

  it('fails whichever byte of it is changed', async () => {
    const bytes = utf8(JSON.stringify(proof));
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const changed = Uint8Array.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ mask;
        let read: PortableProof;
        try {
          read = parsePortableProof(changed);
        } catch {
          return;
        }
        // `key_id` and `signed_at` are labels beside the signature, not under it.
        const { signature, ...rest } = read;
        const isLabel =
          JSON.stringify(rest) === JSON.stringify({ ...proof, signature: undefined }) &&
          JSON.stringify(signature) !== JSON.stringify(proof.signature);
        if (!isLabel) expect((await verify(read)).verified).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what is no proof', () => {
  it.each([
    ['no JSON', utf8('{')],
    ['another version', utf8(JSON.stringify({ ...proof, schema: 'affiant-citation/v2' }))],
    ['a member that nothing covers', utf8(JSON.stringify({ ...proof, page: 3 }))],
    [
      'a path longer than any tree',
      utf8(JSON.stringify({ ...proof, path: Array(54).fill('00'.repeat(32)) })),
    ],
    ['a file over the limit', new Uint8Array(MAX_PROOF_BYTES + 1).fill(0x20)],
  ])('is refused: %s', (_, bytes) => {
    expect(() => parsePortableProof(bytes)).toThrow(expect.objectContaining({ code: 'REQUEST_INVALID' }));
  });
});

describe('the neighbours of a shown chunk', () => {
  const text = files.get('artifacts/content.md') ?? new Uint8Array();
  const artifactSha256 = createHash('sha256').update(text).digest('hex');
  const [first, second] = goldenChunks;
  if (!first || !second) throw new Error('the golden text has several chunks');
  // Even somebody who knows the neighbour to the byte and where it stands.
  const guess = (salt: string) =>
    toHex(
      chunkLeafHash(
        { artifactSha256, index: 1, chunk: { ...second, salt } },
        text.subarray(second.start, second.end),
      ),
    );

  it('cannot be confirmed by whoever guesses their text', () => {
    const known = [first.salt, '', '00'.repeat(16), ...proof.path.map((hash) => hash.slice(0, 32))];
    const derived = known.map((salt) => createHash('sha256').update(salt).digest('hex').slice(0, 32));
    for (const salt of [...known, ...derived]) expect(proof.path).not.toContain(guess(salt));
    expect(JSON.stringify(proof)).not.toContain(second.salt);
  });

  it('would be confirmed by their salt: the test above guesses rightly', () => {
    expect(proof.path[0]).toBe(guess(second.salt));
  });
});

describe('citing a bundle', () => {
  it('answers with the chunks that hold the words only together', async () => {
    const [first, second] = await parseChunks(files.get('artifacts/chunks.json') ?? new Uint8Array());
    if (!first || !second) throw new Error('the golden text has several chunks');
    const text = files.get('artifacts/content.md') ?? new Uint8Array();
    const across = fromUtf8(text.subarray(first.end - 30, first.end + 30));
    const { answer, proof: none } = await citeBundle(readerOf(files), ask(across), createSha256);
    expect([none, answer.spans_chunks]).toEqual([null, ['chunk_0001', 'chunk_0002']]);
  });

  it('says that a quote is not there, and that a chunk does not exist', async () => {
    expect((await citeBundle(readerOf(files), ask('No such words.'), createSha256)).proof).toBeNull();
    await expect(citeBundle(readerOf(files), ask(QUOTE, 'chunk_0099'), createSha256)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it.each(
    TAMPERINGS.filter(({ failing: ids }) =>
      ids.some((id) => ['signature', 'chunk_tree', 'manifest_canonical'].includes(id)),
    ),
  )('gives out no proof of a bundle with $name', async ({ change }) => {
    const copy: BundleMap = new Map(files);
    change(copy);
    await expect(citeBundle(readerOf(copy), ask(QUOTE), createSha256)).rejects.toMatchObject({
      code: 'ARTIFACT_TAMPERED',
    });
  });

  it('does not put a proof together from two bundles', async () => {
    const { answer } = await citeBundle(readerOf(files), ask(QUOTE), createSha256);
    const other: BundleMap = new Map([...files, ['manifest.json', utf8('{}')]]);
    await expect(buildPortableProof(readerOf(other), answer)).rejects.toMatchObject({
      code: 'ARTIFACT_TAMPERED',
    });
  });
});
