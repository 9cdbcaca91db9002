import { describe, expect, it } from 'vitest';
import type { SignedText } from '../../../src/domain/citation/signed-text.ts';
import { createSignedTextCache } from '../../../src/domain/citation/signed-text-cache.ts';

const textOf = (characters: number): SignedText => ({
  chunks: [],
  texts: ['x'.repeat(characters)],
  leaves: [],
});

function setUp() {
  const cache = createSignedTextCache();
  const reads: string[] = [];
  const get = (bundleId: string, text = textOf(10), manifestSha256 = 'a') =>
    cache.get({ bundleId, manifestSha256 }, async () => {
      reads.push(bundleId);
      return text;
    });
  return { cache, reads, get };
}

describe('signed texts in memory', () => {
  it('are read once, also by calls at once, and again under another manifest', async () => {
    const { reads, get } = setUp();
    await Promise.all([get('one'), get('one')]);
    await get('one');
    expect(reads).toEqual(['one']);
    await get('one', textOf(1), 'b');
    expect(reads).toEqual(['one', 'one']);
  });

  it('are the eight used last', async () => {
    const { reads, get } = setUp();
    for (let index = 0; index < 8; index++) await get(`${index}`);
    await get('0');
    await get('ninth');
    await get('0');
    expect(reads).toHaveLength(9);
    await get('1');
    expect(reads).toHaveLength(10);
  });

  it('are 64 MiB at most', async () => {
    const { reads, get } = setUp();
    const third = textOf(12 * 1024 * 1024);
    for (const name of ['first', 'second', 'third']) await get(name, third);
    await get('third', third);
    await get('first', third);
    expect(reads).toEqual(['first', 'second', 'third', 'first']);
    await get('huge', textOf(33 * 1024 * 1024));
    await get('huge', textOf(1));
    expect(reads.slice(4)).toEqual(['huge', 'huge']);
    await get('first', third);
    expect(reads.slice(6)).toEqual([]);
  });

  it('are forgotten with their bundle, also while they are read', async () => {
    const { cache, reads, get } = setUp();
    const reading = get('one');
    cache.delete('one');
    await reading;
    await get('one');
    expect(reads).toEqual(['one', 'one']);
  });

  it('are not kept when reading fails', async () => {
    const { cache, reads, get } = setUp();
    const owner = { bundleId: 'one', manifestSha256: 'a' };
    await expect(cache.get(owner, () => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
    await get('one');
    expect(reads).toEqual(['one']);
  });
});
