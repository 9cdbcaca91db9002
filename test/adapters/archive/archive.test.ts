import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFolder } from '../../../src/adapters/archive/folder-reader.ts';
import { openZip } from '../../../src/adapters/archive/zip-reader.ts';
import { zipArchiveWriter } from '../../../src/adapters/archive/zip-writer.ts';
import { utf8 } from '../../../src/core/bytes.ts';
import { LOCAL_LIMITS } from '../../../src/domain/archive/limits.ts';
import type { BundleReader } from '../../../src/domain/bundle/port.ts';
import { sealGolden } from '../../golden/golden-bundle.ts';
import { type BundleMap, readerOf } from '../../golden/memory-bundle.ts';
import { rawZip } from '../../golden/raw-zip.ts';
import { UNSAFE_ARCHIVES } from '../../golden/tampered.ts';
import { writeFolder, zipOf } from '../../golden/write-bundle.ts';

const { files: golden } = await sealGolden();

async function readAll(reader: BundleReader): Promise<BundleMap> {
  const files: BundleMap = new Map();
  for (const { path, sizeBytes } of await reader.list()) {
    const pieces: Uint8Array[] = [];
    for await (const piece of reader.read(path)) pieces.push(piece);
    files.set(path, new Uint8Array(Buffer.concat(pieces)));
    expect(files.get(path)?.length).toBe(sizeBytes);
  }
  return files;
}

const sorted = (files: BundleMap) => new Map([...files].sort(([left], [right]) => (left < right ? -1 : 1)));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'affiant-archive-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the ZIP writer', () => {
  it('foretells the size of what it writes', async () => {
    const archive = await zipArchiveWriter.write(readerOf(golden));
    expect((await buffer(archive.stream())).length).toBe(archive.sizeBytes);
  });

  it('writes the same bytes in every time zone', () => {
    const script = `import { sealGolden } from './test/golden/golden-bundle.ts'; import { zipOf } from './test/golden/write-bundle.ts';
      import { createHash } from 'node:crypto';
      process.stdout.write(createHash('sha256').update(await zipOf((await sealGolden()).files)).digest('hex'));`;
    const digests = ['UTC', 'America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Apia'].map((TZ) =>
      execFileSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
        env: { ...process.env, TZ },
        encoding: 'utf8',
      }),
    );
    expect(new Set(digests).size).toBe(1);
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  it('writes the golden archive to the byte', async () => {
    const written = createHash('sha256')
      .update(await zipOf(golden))
      .digest('hex');
    const committed = await readFile(new URL('../../golden/bundle-v1.zip', import.meta.url));
    expect(written).toBe(createHash('sha256').update(committed).digest('hex'));
  });

  it('changes its ETag with each seal, and with nothing else', async () => {
    const etag = async (files: BundleMap) => (await zipArchiveWriter.write(readerOf(files))).etag;
    expect(await etag(new Map([...golden].reverse()))).toBe(await etag(golden));
    expect(await etag(new Map([...golden, ['seals/log-proof.txt', utf8('x')]]))).not.toBe(await etag(golden));
    expect(await etag(new Map([...golden, ['seals/keys.json', utf8('x')]]))).not.toBe(await etag(golden));
  });

  it('keeps to one state while a seal is written', async () => {
    const files = new Map([...golden, ['seals/log-proof.txt', utf8('first')] as const]);
    const archive = await zipArchiveWriter.write(readerOf(files));
    files.set('seals/log-proof.txt', utf8('a longer second'));
    files.set('seals/later.txt', utf8('x'));
    const written = await openZip(new Uint8Array(await buffer(archive.stream())), LOCAL_LIMITS);
    const state = await readAll(written);
    expect(new TextDecoder().decode(state.get('seals/log-proof.txt'))).toBe('first');
    expect((await zipArchiveWriter.write(readerOf(state))).etag).toBe(archive.etag);
  });

  it('breaks off when a file cannot be read, or is not as long as it was', async () => {
    const reader = readerOf(golden);
    const unreadable: BundleReader = {
      list: reader.list,
      async *read(path) {
        if (path.startsWith('artifacts/')) throw new Error('disk');
        yield* reader.read(path);
      },
    };
    const shrunk: BundleReader = {
      list: reader.list,
      read: (path) =>
        path.startsWith('artifacts/') ? readerOf(new Map([[path, utf8('x')]])).read(path) : reader.read(path),
    };
    for (const broken of [unreadable, shrunk]) {
      const archive = await zipArchiveWriter.write(broken);
      await expect(buffer(archive.stream())).rejects.toThrow();
    }
  });

  it('stops reading when its receiver goes away', async () => {
    let isClosed = false;
    const endless: BundleReader = {
      list: async () => [{ path: 'artifacts/big', sizeBytes: 2 ** 40 }],
      async *read() {
        try {
          for (;;) yield new Uint8Array(65_536);
        } finally {
          isClosed = true;
        }
      },
    };
    const stream = (await zipArchiveWriter.write(endless)).stream();
    for await (const _ of stream) break;
    await expect.poll(() => isClosed).toBe(true);
  });
});

const whole = await zipOf(golden);

describe('the ZIP reader', () => {
  it('reads back what was written, from bytes and from a file', async () => {
    const bytes = await zipOf(golden);
    const path = join(folder, 'golden.zip');
    await writeFile(path, bytes);
    for (const source of [bytes, path]) {
      const archive = await openZip(source, LOCAL_LIMITS);
      expect(await readAll(archive)).toEqual(sorted(golden));
      archive.close();
    }
  });

  it('reads archives that another program packed, with folders and compression', async () => {
    const entries = [
      { name: 'seals/', mode: 0o040755 },
      ...[...golden].map(([name, data]) => ({ name, data, deflate: true })),
    ];
    const archive = await openZip(rawZip(entries), LOCAL_LIMITS);
    expect(await readAll(archive)).toEqual(sorted(golden));
    archive.close();
  });

  it.each(UNSAFE_ARCHIVES)('refuses $name', async ({ code, make }) => {
    await expect(openZip(make(golden), LOCAL_LIMITS)).rejects.toMatchObject({ code });
  });

  it('refuses what unpacks to more than the limit', async () => {
    await expect(openZip(await zipOf(golden), { ...LOCAL_LIMITS, maxTotalBytes: 100 })).rejects.toMatchObject(
      { code: 'ARCHIVE_BOMB' },
    );
  });

  it.each([
    ['no ZIP', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['a ZIP cut off', whole.subarray(0, -30)],
  ])('says that %s is damaged', async (_, bytes) => {
    await expect(openZip(bytes, LOCAL_LIMITS)).rejects.toMatchObject({ code: 'DOCUMENT_CORRUPT' });
  });

  it('throws for a file that is not there', async () => {
    const archive = await openZip(await zipOf(golden), LOCAL_LIMITS);
    await expect(archive.read('nothing')[Symbol.asyncIterator]().next()).rejects.toThrow();
    archive.close();
  });
});

describe('the folder reader', () => {
  it('reads a folder laid out as an archive', async () => {
    const root = join(folder, 'golden');
    await writeFolder(root, golden);
    expect(await readAll(openFolder(root, LOCAL_LIMITS))).toEqual(sorted(golden));
  });

  it('refuses a folder with a link, and does not follow one that came later', async () => {
    const root = join(folder, 'linked');
    await writeFolder(root, golden);
    await symlink('/etc/passwd', join(root, 'seals/link'));
    const reader = openFolder(root, LOCAL_LIMITS);
    await expect(reader.list()).rejects.toMatchObject({ code: 'ARCHIVE_UNSAFE' });
    await expect(reader.read('seals/link')[Symbol.asyncIterator]().next()).rejects.toThrow();
    await expect(reader.read('../golden.zip')[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'ARCHIVE_UNSAFE',
    });
  });

  it('refuses a folder over the limits', async () => {
    const root = join(folder, 'golden');
    await expect(openFolder(root, { ...LOCAL_LIMITS, maxEntries: 3 }).list()).rejects.toMatchObject({
      code: 'ARCHIVE_BOMB',
    });
    await expect(openFolder(root, { ...LOCAL_LIMITS, maxTotalBytes: 3 }).list()).rejects.toMatchObject({
      code: 'ARCHIVE_BOMB',
    });
  });
});
