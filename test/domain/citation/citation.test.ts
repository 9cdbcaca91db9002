import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, fromUtf8, toHex, utf8 } from '../../../src/core/bytes.ts';
import { chunkLeafHash } from '../../../src/domain/chunk/leaf.ts';
import { findQuote } from '../../../src/domain/citation/find-quote.ts';
import { foldText, foldWithMap } from '../../../src/domain/citation/normalise.ts';
import { proveCitation } from '../../../src/domain/citation/prove-citation.ts';
import { parseManifest } from '../../../src/domain/manifest/manifest.ts';
import { nodeHash } from '../../../src/domain/merkle/hash.ts';
import { sealGolden } from '../../golden/golden-bundle.ts';
import { readerOf } from '../../golden/memory-bundle.ts';

const slice = (text: string, { start, end }: { start: number; end: number }) =>
  fromUtf8(utf8(text).subarray(start, end));

describe('finding a quote', () => {
  it.each([
    ['the same words', 'a fee of 12 €', 'a fee of 12 €'],
    ['a line break for a space', 'a fee\nof 12 €', 'a fee of 12 €'],
    ['curly quotes', 'so-called “costs”', 'so-called "costs"'],
    ['another dash', 'no costs — ever', 'no costs - ever'],
    ['soft hyphens', 'un\u00adfore\u00adseen', 'unforeseen'],
    ['a ligature', 'the ﬁne print', 'the fine print'],
    ['decomposed letters', 'cafe\u0301 au lait', 'café au lait'],
    ['no-break spaces', '30\u00a0days', '30 days'],
    ['conjoining Hangul', '\u1112\u1161\u11ab\u1100\u1173\u11af', '한글'],
  ])('works with %s', async (_, source, quote) => {
    const chunk = `Before € ${source} after.`;
    const found = await findQuote(quote, ['Another.', chunk]);
    if (found.kind !== 'found') throw new Error('not found');
    expect([found.index, slice(chunk, found)]).toEqual([1, source]);
    expect(found.match).toBe(source === quote ? 'exact' : 'normalised');
  });

  it('prefers an exact match in a later chunk', async () => {
    expect(await findQuote("it's", ['it’s', "it's"])).toEqual({
      kind: 'found',
      match: 'exact',
      index: 1,
      start: 0,
      end: 4,
    });
  });

  it('ignores white space around the quote', async () => {
    expect(await findQuote('  two  words\n', ['two words'])).toMatchObject({
      kind: 'found',
      match: 'normalised',
      start: 0,
      end: 9,
    });
  });

  it('says that a quote runs over the border of chunks', async () => {
    expect(await findQuote('end. Begin', ['The end. ', ' Begin again'])).toEqual({
      kind: 'spans',
      first: 0,
      last: 1,
    });
    expect(await findQuote('a b c', ['x a ', 'b', ' c y'])).toEqual({ kind: 'spans', first: 0, last: 2 });
  });

  it('finds the border wherever it is in a long text, and lets other work run meanwhile', async () => {
    for (const border of [1, 255, 256, 257, 511, 700]) {
      const chunks = Array.from({ length: 701 }, (_, index) => (index === border ? 'gin again' : 'The be'));
      expect(await findQuote('The begin', chunks)).toEqual({
        kind: 'spans',
        first: border - 1,
        last: border,
      });
    }
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 0);
    await findQuote('absent', Array(20_000).fill('x'.repeat(1_600)));
    clearInterval(counting);
    expect(turns).toBeGreaterThan(2);
  });

  it.each(['', '   ', '\u00ad', 'other words', 'Two Words'])('does not find %j', async (quote) => {
    expect(await findQuote(quote, ['two words'])).toEqual({ kind: 'absent' });
  });

  it('finds each part of any text exactly, and its folded form where it is', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(text, fc.nat(), fc.nat(), async (source, from, length) => {
        const units = [...source];
        const quote = units
          .slice(from % units.length, (from % units.length) + 1 + (length % units.length))
          .join('');
        const found = await findQuote(quote, [source]);
        if (found.kind !== 'found') throw new Error('not found');
        expect(slice(source, found)).toBe(quote);
      }),
    );
  });
});

describe('folding', () => {
  it('gives the same text with the way back as without, outside Hangul and stray marks', () => {
    const unit = fc.constantFrom(
      'a',
      'é',
      'e\u0301',
      ' ',
      '\u00a0',
      '\n',
      '“',
      '—',
      '\u00ad',
      'ﬁ',
      '①',
      '漢',
      '’',
      '…',
      '½',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (source) => {
        const folded = foldWithMap(source);
        expect(folded.text).toBe(foldText(source));
        expect(folded.starts).toHaveLength(folded.text.length);
        expect(folded.ends.every((end, index) => end > (folded.starts[index] ?? end))).toBe(true);
      }),
    );
  });
});

describe('proving a citation', async () => {
  const { files, sealed } = await sealGolden();
  const manifest = parseManifest(sealed.manifestBytes);
  const bundle = { reader: readerOf(files), manifest, manifestSha256: sealed.manifestSha256 };
  const content = fromUtf8(files.get('artifacts/content.md')!);

  it('answers a proof that leads from the chunk to the signed root', async () => {
    for (const { id } of sealed.chunkTree.chunks) {
      const answer = await proveCitation(bundle, {
        chunkId: id,
        text: id < 'chunk_0002' || id === 'chunk_0003' ? 'no hidden costs' : 'within 30 days',
      });
      expect(answer).toMatchObject({
        verified: true,
        chunk_id: id,
        text_match: 'exact',
        merkle_root: manifest.chunk_tree.root,
      });
      const chunk = answer.chunk!;
      const leaf = chunkLeafHash(
        {
          artifactSha256: manifest.artifacts.find(({ name }) => name === 'markdown')!.sha256,
          index: chunk.index,
          chunk,
        },
        utf8(chunk.text),
      );
      expect(toHex(leaf)).toBe(answer.leaf_hash);
      const root = answer.proof.reduce(
        (hash, { hash: sibling, side }) =>
          side === 'left' ? nodeHash(fromHex(sibling), hash) : nodeHash(hash, fromHex(sibling)),
        leaf,
      );
      expect(toHex(root)).toBe(answer.merkle_root);
      expect(slice(content, answer.quote_range!)).toMatch(/no hidden costs|within 30 days/);
    }
  });

  it('searches every chunk when none is named, and folds what copies change', async () => {
    expect(
      await proveCitation(bundle, { chunkId: null, text: '12 € a month - "no hidden costs"' }),
    ).toMatchObject({ verified: true, chunk_id: 'chunk_0001', text_match: 'normalised' });
  });

  it('answers no for words that are not there, or in another chunk than the named one', async () => {
    const no = {
      verified: false,
      text_match: 'none',
      chunk: null,
      chunk_id: null,
      leaf_hash: null,
      quote_range: null,
      proof: [],
      spans_chunks: [],
    };
    expect(await proveCitation(bundle, { chunkId: null, text: 'the fee is 13 €' })).toMatchObject(no);
    expect(await proveCitation(bundle, { chunkId: 'chunk_0002', text: 'no hidden costs' })).toMatchObject(no);
  });

  it('says which chunks a quote runs over', async () => {
    const text = 'no hidden costs”. Either side may';
    expect(await proveCitation(bundle, { chunkId: null, text })).toMatchObject({
      verified: false,
      spans_chunks: ['chunk_0001', 'chunk_0002'],
    });
  });

  it('does not know chunks that do not exist', async () => {
    await expect(proveCitation(bundle, { chunkId: 'chunk_0099', text: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it.each(['artifacts/content.md', 'artifacts/chunks.json'])(
    'refuses a bundle whose %s changed or is gone',
    async (path) => {
      const bytes = Uint8Array.from(files.get(path)!);
      bytes[50] = (bytes[50] ?? 0) ^ 1;
      const question = { chunkId: null, text: 'no hidden costs' };
      for (const broken of [
        new Map([...files, [path, bytes]]),
        new Map([...files].filter(([other]) => other !== path)),
      ]) {
        await expect(proveCitation({ ...bundle, reader: readerOf(broken) }, question)).rejects.toMatchObject({
          code: 'ARTIFACT_TAMPERED',
        });
      }
    },
  );
});
