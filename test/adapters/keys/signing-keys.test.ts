import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import {
  openKeyLifecycle,
  openSigningKeys,
  type SigningKeys,
} from '../../../src/adapters/keys/signing-keys.ts';
import type { Clock } from '../../../src/core/clock.ts';
import { databaseKinds } from '../../support/databases.ts';

// Account 0 of the well-known development mnemonic, as published by Hardhat and Foundry.
const GIVEN = {
  key: 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
};
const OTHER_KEY = '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';

const PASSPHRASE = 'correct horse battery staple';
const MINUTE = 60_000;

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'affiant-keys-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

let now = new Date('2026-01-02T03:04:05.678Z');
const clock: Clock = { now: () => now };
const keyPath = (dataDir: string) => join(dataDir, 'keys', 'signing-keys.json');

describe.each(databaseKinds)('signing keys beside $kind', ({ kind, prepare }) => {
  const source = prepare();
  let database: Database;
  beforeAll(async () => {
    database = await source.open();
  });
  const opened: SigningKeys[] = [];
  afterAll(() => Promise.all(opened.map((keys) => keys.close())));
  beforeEach(async () => {
    now = new Date('2026-01-02T03:04:05.678Z');
    await database.query((db) => sql`delete from signing_keys`.execute(db));
    await database.query((db) => db.deleteFrom('log_leaves').execute());
  });
  const open = async (
    dataDir: string,
    signingKey: string | null = null,
    passphrase: string | null = null,
  ): Promise<SigningKeys> => {
    const keys = await openSigningKeys({ dataDir, signingKey, passphrase, database, clock });
    opened.push(keys);
    return keys;
  };
  const entries = async () =>
    (
      await database.query((db) => db.selectFrom('log_leaves').selectAll().orderBy('leaf_index').execute())
    ).map(({ entry, kind: type }) => ({
      type,
      ...(JSON.parse(entry) as { event: string; key_id: string; at: string }),
    }));
  const wait = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds);
  };
  const signerOf = async ({ signer }: SigningKeys) => (await signer.sign('text')).keyId;

  it('are made once and kept in a file that nobody else can read', async () => {
    const dataDir = newFolder();
    const first = await open(dataDir);
    const again = await open(dataDir);
    expect(await again.directory.list()).toEqual(await first.directory.list());
    expect(await again.signer.sign('text')).toEqual(await first.signer.sign('text'));
    expect(statSync(keyPath(dataDir)).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'keys')).mode & 0o777).toBe(0o700);
    const [key] = await first.directory.list();
    expect(key).toMatchObject({
      algorithm: 'secp256k1-eip191',
      created_at: '2026-01-02T03:04:05.678Z',
      retired_at: null,
      revoked_at: null,
    });
    expect(key).not.toHaveProperty('private_key');
    expect((await first.signer.sign('text')).signerAddress).toBe(key?.signer_address);
  });

  it('never write a given key down', async () => {
    const dataDir = newFolder();
    const { signer, directory } = await open(dataDir, `0x${GIVEN.key}`);
    expect(await signer.sign('text')).toMatchObject({
      keyId: 'key_f39fd6e51aad88f6',
      signerAddress: GIVEN.address,
    });
    expect(await directory.list()).toMatchObject([
      { key_id: 'key_f39fd6e51aad88f6', signer_address: GIVEN.address },
    ]);
    expect(existsSync(join(dataDir, 'keys'))).toBe(false);
    const { rows } = await database.query((db) => sql`select * from signing_keys`.execute(db));
    expect(JSON.stringify(rows)).not.toContain(GIVEN.key);
    await expect(open(dataDir, 'not a key')).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });

  it('list older keys beside the one that signs', async () => {
    const dataDir = newFolder();
    const own = await open(dataDir);
    const both = await open(dataDir, GIVEN.key);
    expect(await both.directory.list()).toHaveLength(2);
    expect(await both.directory.list()).toEqual(expect.arrayContaining([...(await own.directory.list())]));
    expect((await both.signer.sign('text')).signerAddress).toBe(GIVEN.address);
  });

  it('refuse to start with a given key that is retired', async () => {
    const dataDir = newFolder();
    await open(dataDir);
    const { lifecycle } = await open(dataDir, GIVEN.key);
    await lifecycle.retire('key_f39fd6e51aad88f6');
    wait(MINUTE);
    await expect(open(dataDir, GIVEN.key)).rejects.toMatchObject({ code: 'SIGNING_KEY_MISSING' });
  });

  it('refuse to start where the keys in force are gone, until the operator makes another', async () => {
    await open(newFolder());
    const bare = newFolder();
    await expect(open(bare)).rejects.toMatchObject({ code: 'SIGNING_KEY_MISSING' });
    const lifecycle = await openKeyLifecycle({ dataDir: bare, signingKey: null, database, clock });
    wait(1);
    const { key_id } = await lifecycle.create();
    expect(await signerOf(await open(bare))).toBe(key_id);
  });

  it('rotate at once: a new one signs, the others are retired, and the log tells it', async () => {
    const dataDir = newFolder();
    const keys = await open(dataDir);
    const old = await signerOf(keys);
    wait(1000);
    const made = await keys.lifecycle.rotate();
    expect(await signerOf(keys)).toBe(made.key_id);
    const [first, second] = await keys.directory.list();
    const retired = new Date(now.getTime() + (kind === 'postgres' ? MINUTE : 0)).toISOString();
    expect(first).toMatchObject({ key_id: old, retired_at: retired, revoked_at: null });
    expect(second).toMatchObject({ key_id: made.key_id, retired_at: null });
    expect(await entries()).toMatchObject([
      { type: 'key', event: 'created', key_id: old },
      { type: 'key', event: 'created', key_id: made.key_id, at: now.toISOString() },
      { type: 'key', event: 'retired', key_id: old, at: retired },
    ]);
    expect(await signerOf(await open(dataDir))).toBe(made.key_id);
  });

  it('are revoked with the index of their entry in the log, also after they were retired', async () => {
    const { lifecycle, directory } = await open(newFolder());
    const [old] = await directory.list();
    wait(1000);
    await lifecycle.rotate();
    wait(MINUTE);
    const revoked = await lifecycle.revoke(old!.key_id, 'the laptop was stolen');
    expect(revoked).toMatchObject({ revoked_at: now.toISOString(), revoked_log_index: 3 });
    expect((await entries())[3]).toMatchObject({ event: 'revoked', key_id: old?.key_id });
    expect((await directory.list())[0]).toEqual(revoked);
    expect((await lifecycle.list())[0]).toMatchObject({ reason: 'the laptop was stolen', isActive: false });
    expect(await lifecycle.revoke(old!.key_id, 'again')).toEqual(revoked);
    expect(await entries()).toHaveLength(4);
  });

  it('never end with the last one', async () => {
    const { lifecycle, directory } = await open(newFolder());
    const [key] = await directory.list();
    const last = { code: 'SIGNING_KEY_LAST' };
    await expect(lifecycle.retire(key!.key_id)).rejects.toMatchObject(last);
    await expect(lifecycle.revoke(key!.key_id, 'stolen')).rejects.toMatchObject(last);
    await expect(lifecycle.retire('key_unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    wait(1);
    await lifecycle.create();
    await lifecycle.revoke(key!.key_id, 'stolen');
    expect((await lifecycle.list()).map(({ isActive }) => isActive)).toEqual([false, true]);
  });

  it('destroy the private part of a key that signs no more', async () => {
    const dataDir = newFolder();
    const { lifecycle, directory } = await open(dataDir);
    const [old] = await directory.list();
    wait(1);
    const made = await lifecycle.rotate();
    wait(MINUTE);
    await lifecycle.retire(old!.key_id);
    const file = JSON.parse(readFileSync(keyPath(dataDir), 'utf8')) as { keys: { key_id: string }[] };
    expect(file.keys.map(({ key_id }) => key_id)).toEqual([made.key_id]);
  });

  it('are not made beside a given one: another given one takes its place', async () => {
    const dataDir = newFolder();
    const { lifecycle } = await open(dataDir, GIVEN.key);
    await expect(lifecycle.rotate()).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    wait(1);
    const successor = await openKeyLifecycle({ dataDir, signingKey: OTHER_KEY, database, clock });
    await successor.rotate();
    expect(await signerOf(await open(dataDir, OTHER_KEY))).toBe('key_70997970c51812dc');
    expect((await successor.list())[0]?.record).toMatchObject({ key_id: 'key_f39fd6e51aad88f6' });
    expect((await successor.list())[0]?.record.retired_at).not.toBeNull();
  });

  it('do not start from a damaged file', async () => {
    const dataDir = newFolder();
    await mkdir(join(dataDir, 'keys'));
    writeFileSync(keyPath(dataDir), '{"schema":');
    await expect(open(dataDir)).rejects.toMatchObject({ code: 'SIGNING_KEY_MISSING' });
    expect(readFileSync(keyPath(dataDir), 'utf8')).toBe('{"schema":');
  });

  it('are encrypted once there is a passphrase, and open with it alone', async () => {
    const dataDir = newFolder();
    const before = await signerOf(await open(dataDir));
    expect(await signerOf(await open(dataDir, null, PASSPHRASE))).toBe(before);
    const file = readFileSync(keyPath(dataDir), 'utf8');
    expect(JSON.parse(file)).toMatchObject({ schema: 'affiant-encrypted/v1', cipher: 'aes-256-gcm' });
    expect(file).not.toContain('private_key');
    expect(statSync(keyPath(dataDir)).mode & 0o777).toBe(0o600);
    expect(await signerOf(await open(dataDir, null, PASSPHRASE))).toBe(before);
    const locked = { code: 'KEY_FILE_LOCKED' };
    await expect(open(dataDir)).rejects.toMatchObject(locked);
    await expect(open(dataDir, null, 'wrong')).rejects.toMatchObject(locked);
    expect(readFileSync(keyPath(dataDir), 'utf8')).toBe(file);
  });

  it('stay encrypted when one is made', async () => {
    const dataDir = newFolder();
    const { lifecycle } = await open(dataDir, null, PASSPHRASE);
    wait(1);
    const made = await lifecycle.create();
    expect(readFileSync(keyPath(dataDir), 'utf8')).toContain('affiant-encrypted/v1');
    expect(await signerOf(await open(dataDir, null, PASSPHRASE))).toBe(made.key_id);
  });

  it.runIf(kind === 'postgres')('stop a second node that lacks them', async () => {
    const dataDir = newFolder();
    await open(dataDir, GIVEN.key);
    const missing = { code: 'SIGNING_KEY_MISSING', details: { key_ids: ['key_f39fd6e51aad88f6'] } };
    await expect(open(newFolder())).rejects.toMatchObject(missing);
    await expect(open(newFolder(), OTHER_KEY)).rejects.toMatchObject(missing);
    const second = await open(newFolder(), GIVEN.key);
    expect(await second.directory.list()).toHaveLength(1);
  });

  it.runIf(kind === 'postgres')('of another node sign for the minute of notice, then no more', async () => {
    const [node, other] = [newFolder(), newFolder()];
    const first = await open(node, GIVEN.key);
    const second = await open(other, GIVEN.key);
    wait(1);
    const successor = await openKeyLifecycle({ dataDir: node, signingKey: OTHER_KEY, database, clock });
    await successor.rotate();
    await second.directory.list();
    expect(await signerOf(second)).toBe('key_f39fd6e51aad88f6');
    wait(MINUTE);
    await expect(signerOf(second)).rejects.toMatchObject({ code: 'SIGNING_KEY_MISSING' });
    await first.directory.list();
    await expect(signerOf(first)).rejects.toMatchObject({ code: 'SIGNING_KEY_MISSING' });
  });

  it.runIf(kind === 'postgres')('made in a shared folder are taken up by the other node', async () => {
    const shared = newFolder();
    const [first, second] = [await open(shared), await open(shared)];
    wait(1);
    const { key_id } = await first.lifecycle.create();
    await second.directory.list();
    expect(await signerOf(second)).toBe(key_id);
  });

  it.runIf(kind === 'postgres')('are made by one of the nodes that start first', async () => {
    const outcomes = await Promise.allSettled([open(newFolder()), open(newFolder()), open(newFolder())]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
