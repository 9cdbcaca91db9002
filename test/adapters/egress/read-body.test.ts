import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBody } from '../../../src/adapters/egress/read-body.ts';

const wire = (...chunks: Uint8Array[]) =>
  Readable.from(
    chunks.map((chunk) => Buffer.from(chunk)),
    { objectMode: false },
  );
const text = 'évidence '.repeat(500);
const plain = Buffer.from(text);

describe('readBody', () => {
  it.each([
    ['gzip', gzipSync(plain)],
    ['x-gzip', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['BR', brotliCompressSync(plain)],
    ['gzip, br', brotliCompressSync(gzipSync(plain))],
  ])('takes %s off', async (coding, bytes) => {
    const { body, ...rest } = await readBody(wire(bytes), coding, 100_000);
    expect(Buffer.from(body).toString()).toBe(text);
    expect(rest).toEqual({ truncated: false, bodyFidelity: 'decoded' });
  });

  it.each(['', 'identity', 'zstd', 'gzip, br, gzip'])(
    'leaves the bytes as they came for %j',
    async (coding) => {
      const bytes = randomBytes(1_000);
      const { body, ...rest } = await readBody(
        wire(bytes.subarray(0, 400), bytes.subarray(400)),
        coding,
        1_000,
      );
      expect(Buffer.from(body).equals(bytes)).toBe(true);
      expect(rest).toEqual({ truncated: false, bodyFidelity: 'wire' });
    },
  );

  it('cuts at the budget, to the byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        fc.nat(320),
        async (bytes, maxBytes) => {
          const { body, truncated } = await readBody(wire(bytes), '', maxBytes);
          expect(Buffer.from(body).equals(bytes.subarray(0, maxBytes))).toBe(true);
          expect(truncated).toBe(bytes.length > maxBytes);
        },
      ),
    );
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('cuts a %s bomb and drops its stream', async (coding, compress) => {
    const source = wire(compress(Buffer.alloc(64 * 1024 * 1024)));
    const { body, truncated } = await readBody(source, coding, 100_000);
    expect(body).toHaveLength(100_000);
    expect(truncated).toBe(true);
    await expect.poll(() => source.destroyed).toBe(true);
  });

  it('stops at compressed data that decodes to nothing for ever', async () => {
    const nothing = gzipSync(Buffer.alloc(0));
    let sent = 0;
    const source = Readable.from(
      (function* () {
        for (; ; sent += nothing.length) yield nothing;
      })(),
      { objectMode: false },
    );
    const { body, truncated } = await readBody(source, 'gzip', 50_000);
    expect(body).toHaveLength(0);
    expect(truncated).toBe(true);
    expect(sent).toBeLessThan(200_000);
  });

  it('keeps what came of a stream that ends early', async () => {
    const half = gzipSync(randomBytes(10_000)).subarray(0, 5_000);
    const { body } = await readBody(wire(half), 'gzip', 100_000);
    expect(body.length).toBeGreaterThan(1_000);
  });

  it('fails on bytes that are not what the header says', async () => {
    await expect(readBody(wire(plain), 'gzip', 100_000)).rejects.toMatchObject({ code: 'Z_DATA_ERROR' });
  });
});
