import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openZip as openByYauzl } from '../../../../src/adapters/archive/zip-reader.ts';
import { concatBytes, utf8 } from '../../../../src/core/bytes.ts';
import { EvidenceError } from '../../../../src/core/error.ts';
import type { ByteSource } from '../../../../src/domain/archive/byte-source.ts';
import { type ArchiveLimits, LOCAL_LIMITS } from '../../../../src/domain/archive/limits.ts';
import { type Inflate, openZip } from '../../../../src/domain/archive/zip/open-zip.ts';
import type { BundleReader } from '../../../../src/domain/bundle/port.ts';
import { readWhole } from '../../../../src/domain/bundle/read-whole.ts';
import { sealGolden } from '../../../golden/golden-bundle.ts';
import { type RawEntry, rawZip } from '../../../golden/raw-zip.ts';
import { UNSAFE_ARCHIVES } from '../../../golden/tampered.ts';
import { zipOf } from '../../../golden/write-bundle.ts';

const { files: golden } = await sealGolden();
const archive = await zipOf(golden);

const inflate: Inflate = async function* (pieces) {
  const packed: Uint8Array[] = [];
  for await (const piece of pieces) packed.push(piece);
  yield new Uint8Array(inflateRawSync(concatBytes(...packed)));
};

const sourceOf = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.length,
  async read(offset, length) {
    if (offset < 0 || offset + length > bytes.length) throw new RangeError('beyond the end');
    return bytes.subarray(offset, offset + length);
  },
});

const open = (bytes: Uint8Array, limits: ArchiveLimits = LOCAL_LIMITS) =>
  openZip(sourceOf(bytes), inflate, limits);

async function contentOf(reader: BundleReader): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const { path, sizeBytes } of await reader.list()) {
    const bytes = await readWhole(reader.read(path), sizeBytes);
    content[path] = Buffer.from(bytes).toString('latin1');
  }
  return content;
}

const goldenContent = Object.fromEntries(
  [...golden].map(([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')]),
);

/** Content, or the code of the refusal. */
async function outcome(opened: Promise<BundleReader>): Promise<unknown> {
  try {
    return await contentOf(await opened);
  } catch (error) {
    return error instanceof EvidenceError ? error.code : 'DOCUMENT_CORRUPT';
  }
}

it('reads back what was written', async () => {
  expect(await contentOf(await open(archive))).toEqual(goldenContent);
});

it('reads archives with folders, compression and a comment', async () => {
  const entries: RawEntry[] = [
    { name: 'seals/', mode: 0o040755 },
    ...[...golden].map(([name, data]) => ({ name, data, deflate: true })),
  ];
  const packed = rawZip(entries);
  packed.writeUInt16LE(5, packed.length - 2);
  expect(await contentOf(await open(Buffer.concat([packed, utf8('hello')])))).toEqual(goldenContent);
});

it('reads sizes from a ZIP64 field and refuses an archive that lacks it', async () => {
  const field = Buffer.alloc(4 + 16);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(16, 2);
  field.writeBigUInt64LE(4n, 4);
  field.writeBigUInt64LE(4n, 12);
  const withLargeSizes = (extra: Buffer) => {
    const bytes = rawZip([{ name: 'a', data: utf8('text'), extra }]);
    const entry = bytes.indexOf(Buffer.from('504b0102', 'hex'));
    bytes.fill(0xff, entry + 20, entry + 28);
    return bytes;
  };
  expect(await contentOf(await open(withLargeSizes(field)))).toEqual({ a: 'text' });
  await expect(open(withLargeSizes(Buffer.alloc(0)))).rejects.toMatchObject({ code: 'DOCUMENT_CORRUPT' });
});

describe('what must not be opened', () => {
  it.each(UNSAFE_ARCHIVES)('is refused: $name', async ({ code, make }) => {
    await expect(open(make(golden))).rejects.toMatchObject({ code });
  });

  it('is refused: what unpacks to more than the limit', async () => {
    await expect(open(archive, { ...LOCAL_LIMITS, maxTotalBytes: 100 })).rejects.toMatchObject({
      code: 'ARCHIVE_BOMB',
    });
  });

  it.each([
    ['bytes between the directory and its end record', [archive.subarray(0, -22), utf8('PK')]],
    ['a second end record', [archive]],
  ])('is refused: %s', async (_, before) => {
    const bytes = Buffer.concat([...before, archive.subarray(-22)]);
    await expect(open(bytes)).rejects.toMatchObject({ code: 'ARCHIVE_UNSAFE' });
  });

  it.each([
    ['no ZIP', utf8('hello')],
    ['nothing', new Uint8Array()],
    ['a ZIP cut off', archive.subarray(0, -30)],
  ])('is damaged: %s', async (_, bytes) => {
    await expect(open(bytes)).rejects.toMatchObject({ code: 'DOCUMENT_CORRUPT' });
  });

  it('is damaged: a packed file that is longer or shorter than stated', async () => {
    for (const stated of [99, 101]) {
      const bytes = rawZip([{ name: 'a', data: new Uint8Array(100), deflate: true }]);
      bytes.writeUInt32LE(stated, bytes.indexOf(Buffer.from('504b0102', 'hex')) + 24);
      const reader = await open(bytes);
      await expect(readWhole(reader.read('a'), 1000)).rejects.toMatchObject({ code: 'DOCUMENT_CORRUPT' });
    }
  });
});

it('says of a file that is not there that it is not', async () => {
  const reader = await open(archive);
  await expect(readWhole(reader.read('nothing'), 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('agrees with an independent reader under the same rules on archives with changed bytes', async () => {
  const small = rawZip([
    { name: 'manifest.json', data: utf8('{}') },
    { name: 'seals/', mode: 0o040755 },
    { name: 'artifacts/a.txt', data: utf8('a'.repeat(40)), deflate: true },
  ]);
  const change = fc.record({ at: fc.nat(small.length - 1), to: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const bytes = Buffer.from(small);
      for (const { at, to } of changes) bytes[at] = to;
      const ours = await outcome(open(bytes));
      const theirs = await outcome(openByYauzl(bytes, LOCAL_LIMITS));
      // Whatever ours opens, theirs opens too and with the same content.
      if (typeof ours !== 'string') expect(theirs).toEqual(ours);
      if (typeof theirs !== 'string' && typeof ours === 'string')
        expect(['DOCUMENT_CORRUPT', 'ARCHIVE_UNSAFE']).toContain(ours);
    }),
    { numRuns: 2000 },
  );
});
