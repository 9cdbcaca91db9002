import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, fromUtf8, toHex, utf8 } from '../../../src/core/bytes.ts';
import { canonicalBytes } from '../../../src/core/canonical-json.ts';
import { buildChunkTree } from '../../../src/domain/chunk/build-tree.ts';
import { chunkId, encodeChunks, findTilingFault, parseChunks } from '../../../src/domain/chunk/chunk.ts';
import { cutChunks } from '../../../src/domain/chunk/cut.ts';
import { chunkLeafHash } from '../../../src/domain/chunk/leaf.ts';
import { createChunkSalts } from '../../../src/domain/chunk/salt.ts';
import { merkleRoot } from '../../../src/domain/merkle/root.ts';
import vector from '../../vectors/format-v1/chunk-tree.json' with { type: 'json' };

const SECRET = fromHex(vector.secret);

describe('the published chunk tree', () => {
  const content = utf8(vector.content);
  const leaves = vector.chunks.map((chunk) =>
    chunkLeafHash(
      { artifactSha256: vector.content_sha256, index: chunk.index, chunk },
      content.subarray(chunk.start, chunk.end),
    ),
  );

  it('has these salts', () => {
    expect(vector.chunks.map(({ index }) => createChunkSalts(SECRET)(index))).toEqual(
      vector.chunks.map(({ salt }) => salt),
    );
  });

  it('has these leaf hashes', () => {
    expect(leaves.map(toHex)).toEqual(vector.chunks.map(({ leaf_hash }) => leaf_hash));
  });

  it('has this root', () => {
    expect(toHex(merkleRoot(leaves))).toBe(vector.root);
  });
});

const paragraph = fc.array(
  fc.constantFrom('word', 'für', '証拠。', 'a longer word', '☃', 'end.', '!', '\n'),
  { maxLength: 120 },
);
const text = fc
  .array(paragraph, { maxLength: 30 })
  .map((paragraphs) => paragraphs.map((words) => words.join(' ')).join('\n\n'));
const pageFractions = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });

const isBoundary = (content: Uint8Array, at: number) => ((content[at] ?? 0) & 0xc0) !== 0x80;

describe('cutting', () => {
  it('tiles every byte in chunks of 200 to 1,600 bytes on character boundaries', () => {
    fc.assert(
      fc.property(text, pageFractions, (source, fractions) => {
        const content = utf8(source);
        const pageStarts = fractions.map((part) => Math.floor(part * content.length)).sort((a, b) => a - b);
        const chunks = [...cutChunks(content, pageStarts)].map((range, index) => ({
          ...range,
          id: chunkId(index),
          page: null,
          salt: '',
        }));
        expect(findTilingFault(chunks, content.length)).toBeNull();
        for (const { start, end } of chunks)
          expect(isBoundary(content, start) && isBoundary(content, end)).toBe(true);
        expect(chunks.map(({ start, end }) => fromUtf8(content.subarray(start, end))).join('')).toBe(source);
      }),
    );
  });

  it('does not cross the start of a page unless a chunk would be shorter than 200 bytes', () => {
    fc.assert(
      fc.property(text, pageFractions, (source, fractions) => {
        const content = utf8(source);
        const pageStarts = [...new Set(fractions.map((part) => Math.floor(part * content.length)))].sort(
          (a, b) => a - b,
        );
        for (const { start, end } of cutChunks(content, pageStarts)) {
          const crossed = pageStarts.filter(
            (page) => page > start && page < end && isBoundary(content, page),
          );
          for (const page of crossed) expect(page - start).toBeLessThan(200);
        }
      }),
    );
  });

  it('prefers the end of a paragraph, then of a line, a sentence, a word', () => {
    const cutAfter = (breakText: string) => {
      const head = 'x'.repeat(1000) + breakText;
      const [first] = [...cutChunks(utf8(`${head}${'y'.repeat(150)} ${'z'.repeat(3000)}`), [])];
      return first?.end === utf8(head).length;
    };
    expect(['\n\n', '\n', '. ', '。'].map(cutAfter)).toEqual([true, true, true, true]);
  });

  it('gives an empty text no chunk and a short one its only chunk', () => {
    expect([...cutChunks(utf8(''), [])]).toEqual([]);
    expect([...cutChunks(utf8('short'), [])]).toEqual([{ start: 0, end: 5 }]);
  });

  it('ends also on bytes that are no UTF-8', () => {
    expect([...cutChunks(new Uint8Array(10_000).fill(0x80), [])].at(-1)?.end).toBe(10_000);
  });
});

describe('a chunk tree', () => {
  it('states the page on which each chunk starts', async () => {
    const page = 'p'.repeat(300);
    const tree = await buildChunkTree({
      content: utf8(page.repeat(3)),
      contentSha256: vector.content_sha256,
      pageStarts: [0, 300, 600],
      secret: SECRET,
    });
    expect(tree.chunks.map(({ page: number }) => number)).toEqual([1, 2, 3]);
  });

  it('of 10 MB lets other work run every few chunks', async () => {
    const content = utf8('The quick brown fox jumps over the lazy dog. '.repeat(233_000));
    let turns = 0;
    const beat = setInterval(() => turns++, 0);
    const { chunks } = await buildChunkTree({
      content,
      contentSha256: vector.content_sha256,
      pageStarts: [],
      secret: SECRET,
    });
    clearInterval(beat);
    expect(chunks.at(-1)?.end).toBe(content.length);
    expect(chunks.length / turns).toBeLessThan(200);
  });
});

describe('chunks.json', () => {
  const chunks = vector.chunks.map(({ index, start, end, salt }) => ({
    id: chunkId(index),
    start,
    end,
    page: index || null,
    salt,
  }));

  it('is canonical JSON', () => {
    expect(encodeChunks(chunks)).toEqual(canonicalBytes(chunks));
    expect(encodeChunks([])).toEqual(canonicalBytes([]));
  });

  it('reads back as it was written, also when it is long', async () => {
    expect(await parseChunks(encodeChunks(chunks))).toEqual(chunks);
    const long = Array.from({ length: 5_000 }, () => chunks)
      .flat()
      .slice(0, 5_000);
    expect(await parseChunks(encodeChunks(long))).toEqual(long);
  });

  it.each([
    '{}',
    '[{"id":"chunk_0001"}]',
    '[',
    '[{"end":1.5,"id":"chunk_0001","page":null,"salt":"00","start":0}]',
  ])('refuses %s', async (json) => {
    await expect(parseChunks(utf8(json))).rejects.toThrow();
  });

  it('must tile the text', () => {
    const [first, second, third] = chunks as [(typeof chunks)[0], (typeof chunks)[0], (typeof chunks)[0]];
    const size = third.end;
    expect(findTilingFault(chunks, size)).toBeNull();
    expect(findTilingFault(chunks, size + 1)).toContain('cover');
    expect(findTilingFault([first, third], size)).not.toBeNull();
    expect(findTilingFault([{ ...first, id: 'chunk_0009' }, second, third], size)).toContain('id');
    expect(findTilingFault([{ ...first, end: 100 }, { ...second, start: 100 }, third], size)).toContain(
      'short',
    );
  });
});
