import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DataFolder, prepareDataFolder } from '../../../src/adapters/store/data-folder.ts';
import { isEntryPath } from '../../../src/adapters/store/entry-path.ts';
import { createFileBundleStore } from '../../../src/adapters/store/file-bundle-store.ts';
import { createId } from '../../../src/core/id.ts';
import type { BundleReader, BundleStore } from '../../../src/domain/bundle/port.ts';
import { readWhole } from '../../../src/domain/bundle/read-whole.ts';

const root = join(mkdtempSync(join(tmpdir(), 'affiant-store-')), 'data');
const bytes = (text: string) => new TextEncoder().encode(text);

let folders: DataFolder;
let store: BundleStore;
beforeAll(async () => {
  folders = await prepareDataFolder(root, false);
  store = createFileBundleStore(folders);
});
afterAll(() => rmSync(join(root, '..'), { recursive: true, force: true }));

async function publish(files: Record<string, string>, bundleId = createId('ev')): Promise<string> {
  const staged = await store.stage(bundleId);
  for (const [path, text] of Object.entries(files)) await staged.write(path, bytes(text));
  await staged.publish();
  return bundleId;
}

async function reader(bundleId: string): Promise<BundleReader> {
  const opened = await store.open(bundleId);
  if (!opened) throw new Error('no such bundle');
  return opened;
}

const text = async (bundleId: string, path: string) =>
  new TextDecoder().decode(await readWhole((await reader(bundleId)).read(path), 1_000_000));

describe('a staged bundle', () => {
  it('is invisible until it is published, then whole', async () => {
    const bundleId = createId('ev');
    const staged = await store.stage(bundleId);
    await staged.write('manifest.json', bytes('{}'));
    await staged.write('artifacts/source/body.html', bytes('<p>'));
    expect(await store.open(bundleId)).toBeNull();
    await staged.publish();
    expect(await (await reader(bundleId)).list()).toEqual([
      { path: 'artifacts/source/body.html', sizeBytes: 3 },
      { path: 'manifest.json', sizeBytes: 2 },
    ]);
  });

  it('tells digest and size of what was written, also of nothing and of several pieces', async () => {
    const staged = await store.stage(createId('ev'));
    for (const content of [new Uint8Array(), bytes('abc'), new Uint8Array(randomBytes(2_500_000))]) {
      const sha256 = createHash('sha256').update(content).digest('hex');
      expect(await staged.write('file', content)).toEqual({ sha256, sizeBytes: content.length });
    }
    await staged.discard();
  });

  it('replaces a file that is written again', async () => {
    const bundleId = createId('ev');
    const staged = await store.stage(bundleId);
    await staged.write('file', bytes('longer than the second'));
    await staged.write('file', bytes('second'));
    await staged.publish();
    expect(await text(bundleId, 'file')).toBe('second');
  });

  it('replaces an orphan of the same id', async () => {
    const bundleId = await publish({ 'old-only': 'x', shared: 'old' });
    await publish({ shared: 'new' }, bundleId);
    expect((await (await reader(bundleId)).list()).map(({ path }) => path)).toEqual(['shared']);
    expect(await text(bundleId, 'shared')).toBe('new');
    expect(readdirSync(folders.trash)).toEqual([]);
  });

  it('stays invisible, and leaves its predecessor alone, when the fence throws', async () => {
    const bundleId = await publish({ file: 'first' });
    const staged = await store.stage(bundleId);
    await staged.write('file', bytes('late'));
    await expect(staged.publish(() => Promise.reject(new Error('ended')))).rejects.toThrow('ended');
    await staged.discard();
    expect(await text(bundleId, 'file')).toBe('first');
    expect(readdirSync(folders.staging)).toEqual([]);
  });

  it('leaves nothing when it is discarded, and stays when it was published', async () => {
    const staged = await store.stage(createId('ev'));
    await staged.write('file', bytes('x'));
    await staged.discard();
    await staged.discard();
    expect(readdirSync(folders.staging)).toEqual([]);
    await expect(staged.write('file', bytes('x'))).rejects.toMatchObject({ code: 'INTERNAL' });

    const bundleId = createId('ev');
    const published = await store.stage(bundleId);
    await published.write('file', bytes('x'));
    await published.publish();
    await published.discard();
    expect(await text(bundleId, 'file')).toBe('x');
  });

  it('is readable by its owner alone', async () => {
    const bundleId = await publish({ 'artifacts/file': 'x' });
    const mode = (path: string) => statSync(path).mode & 0o777;
    expect(mode(root)).toBe(0o700);
    expect(mode(join(folders.bundles, bundleId))).toBe(0o700);
    expect(mode(join(folders.bundles, bundleId, 'artifacts'))).toBe(0o700);
    expect(mode(join(folders.bundles, bundleId, 'artifacts/file'))).toBe(0o600);
  });

  it('lets the event loop turn between the pieces of 64 MiB', async () => {
    const staged = await store.stage(createId('ev'));
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 0);
    await staged.write('large', new Uint8Array(64 * 1024 * 1024));
    clearInterval(ticking);
    // Timers fire once a millisecond at most: a piece takes about one.
    expect(turns).toBeGreaterThan(16);
    await staged.discard();
  });
});

describe('paths', () => {
  const unsafe = [
    '',
    '/etc/passwd',
    '../x',
    'a/../../x',
    'a//b',
    './a',
    'a/.',
    'a\\b',
    'a\0b',
    'x'.repeat(500),
  ];

  it.each(unsafe)('that leave the bundle are refused: %j', async (path) => {
    const staged = await store.stage(createId('ev'));
    await expect(staged.write(path, bytes('x'))).rejects.toMatchObject({ code: 'INTERNAL' });
    const opened = await reader(await publish({ file: 'x' }));
    await expect(readWhole(opened.read(path), 10)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await staged.discard();
  });

  it('that are allowed stay inside the folder they are joined to', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('.', '..', '/', '\\', 'a', '\0', ' ')), (parts) => {
        const path = parts.join('');
        fc.pre(isEntryPath(path));
        expect(join('/bundle', path)).toBe(`/bundle/${path}`);
      }),
    );
  });

  it('are refused for seals and malformed ids too', async () => {
    const bundleId = await publish({ 'manifest.json': 'signed' });
    await expect(store.writeSeal(bundleId, 'seals/../manifest.json', bytes('x'))).rejects.toMatchObject({
      code: 'INTERNAL',
    });
    await expect(store.stage('../ev')).rejects.toMatchObject({ code: 'ID_MALFORMED' });
    expect(await store.open('..')).toBeNull();
    await store.remove('..');
    expect(existsSync(folders.bundles)).toBe(true);
  });

  it('through links are listed, but lead nowhere', async () => {
    const bundleId = await publish({ 'manifest.json': '{}' });
    const folder = join(folders.bundles, bundleId);
    const outside = join(root, 'outside');
    mkdirSync(outside, { recursive: true });
    writeFileSync(join(outside, 'secret'), 'secret');
    symlinkSync(join(outside, 'secret'), join(folder, 'file-link'));
    symlinkSync(outside, join(folder, 'folder-link'));
    const opened = await reader(bundleId);
    expect((await opened.list()).map(({ path }) => path)).toEqual([
      'file-link',
      'folder-link',
      'manifest.json',
    ]);
    for (const path of ['file-link', 'folder-link', 'folder-link/secret']) {
      await expect(readWhole(opened.read(path), 10)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

describe('a published bundle', () => {
  it('lists its files in byte order', async () => {
    const bundleId = await publish({ b: '', 'a/b': '', a0: '', 'a.b': '', ä: '', Z: '' });
    expect((await (await reader(bundleId)).list()).map(({ path }) => path)).toEqual([
      'Z',
      'a.b',
      'a/b',
      'a0',
      'b',
      'ä',
    ]);
  });

  it('leaves nothing behind when it is removed, not even what dead processes left of it', async () => {
    const bundleId = await publish({ 'manifest.json': '{}' });
    for (const folder of [folders.trash, folders.staging])
      mkdirSync(join(folder, `${bundleId}-0123456789abcdef`));
    await store.remove(bundleId);
    const left = [folders.bundles, folders.trash, folders.staging].flatMap((folder) => readdirSync(folder));
    expect(left.filter((name) => name.startsWith(bundleId))).toEqual([]);
  });

  it('does not come back with a seal that is written after its removal', async () => {
    const bundleId = await publish({ 'manifest.json': '{}' });
    await store.remove(bundleId);
    const late = store.writeSeal(bundleId, 'seals/tsa/late.tsr', bytes('late'));
    await expect(late).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await store.open(bundleId)).toBeNull();
  });

  it('gains and replaces seals', async () => {
    const bundleId = await publish({ 'manifest.json': '{}' });
    await store.writeSeal(bundleId, 'seals/tsa/one.tsr', bytes('first'));
    await store.writeSeal(bundleId, 'seals/tsa/one.tsr', bytes('second'));
    expect(await text(bundleId, 'seals/tsa/one.tsr')).toBe('second');
    expect(readdirSync(folders.staging)).toEqual([]);
    await expect(store.writeSeal(createId('ev'), 'seals/x', bytes('x'))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is removed wholly, and absent is fine', async () => {
    const bundleId = await publish({ 'manifest.json': '{}' });
    await store.remove(bundleId);
    await store.remove(bundleId);
    expect(await store.open(bundleId)).toBeNull();
    expect(readdirSync(folders.trash)).toEqual([]);
  });

  it('is listed by its id, nothing else is', async () => {
    const bundleId = await publish({ 'manifest.json': '{}' });
    mkdirSync(join(folders.bundles, 'something-else'), { recursive: true });
    const ids: string[] = [];
    for await (const id of store.listIds()) ids.push(id);
    expect(ids).toContain(bundleId);
    expect(ids).not.toContain('something-else');
  });
});

it('leaves the fresh drafts of other processes alone in a shared folder', async () => {
  const staged = await store.stage(createId('ev'));
  await staged.write('file', bytes('x'));
  await prepareDataFolder(root, true);
  expect(readdirSync(folders.staging)).toHaveLength(1);
  await prepareDataFolder(root, false);
  expect(readdirSync(folders.staging)).toEqual([]);
});
