import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import { changeSetting } from '../../../src/adapters/database/service-settings.ts';
import { openSigningKeys } from '../../../src/adapters/keys/signing-keys.ts';
import type { Clock } from '../../../src/core/clock.ts';
import type { SigningKeyRecord } from '../../../src/domain/signing/port.ts';
import { databaseKinds } from '../../support/databases.ts';

// Account 0 of the well-known development mnemonic, as published by Hardhat and Foundry.
const GIVEN = {
  key: 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
};
const OTHER_KEY = '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'affiant-keys-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const clock: Clock = { now: () => new Date('2026-01-02T03:04:05.678Z') };
const keyPath = (dataDir: string) => join(dataDir, 'keys', 'signing-keys.json');

describe.each(databaseKinds)('signing keys beside $kind', ({ kind, prepare }) => {
  const source = prepare();
  let database: Database;
  beforeAll(async () => {
    database = await source.open();
  });
  const forget = () => database.query((db) => db.deleteFrom('service_settings').execute());
  const open = (dataDir: string, signingKey: string | null = null) =>
    openSigningKeys({ dataDir, signingKey, database, clock });
  const retire = (keyId: string) =>
    changeSetting<{ keys: SigningKeyRecord[] }>(database, 'signing_keys', async (present) => ({
      keys: (present?.keys ?? []).map((key) =>
        key.key_id === keyId ? { ...key, retired_at: '2026-02-01T00:00:00.000Z' } : key,
      ),
    }));

  it('are made once and kept in a file that nobody else can read', async () => {
    await forget();
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
    await forget();
    const dataDir = newFolder();
    const { signer, directory } = await open(dataDir, `0x${GIVEN.key}`);
    expect(await signer.sign('text')).toMatchObject({
      keyId: 'key_f39fd6e51aad88f6',
      signerAddress: GIVEN.address,
    });
    expect(await directory.list()).toMatchObject([
      { key_id: 'key_f39fd6e51aad88f6', signer_address: GIVEN.address },
    ]);
    expect(readFileSync(keyPath(dataDir), 'utf8')).not.toContain(GIVEN.key);
    const stored = await database.query((db) => db.selectFrom('service_settings').selectAll().execute());
    expect(JSON.stringify(stored)).not.toContain(GIVEN.key);
    await expect(open(dataDir, 'not a key')).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });

  it('list older keys beside the one that signs', async () => {
    await forget();
    const dataDir = newFolder();
    const own = await open(dataDir);
    const both = await open(dataDir, GIVEN.key);
    expect(await both.directory.list()).toHaveLength(2);
    expect(await both.directory.list()).toEqual(expect.arrayContaining([...(await own.directory.list())]));
    expect((await both.signer.sign('text')).signerAddress).toBe(GIVEN.address);
  });

  it('refuse to sign with a key that is retired', async () => {
    await forget();
    const dataDir = newFolder();
    await open(dataDir, GIVEN.key);
    await retire('key_f39fd6e51aad88f6');
    await expect(open(dataDir, GIVEN.key)).rejects.toMatchObject({ code: 'SIGNING_KEY_MISSING' });
  });

  it('make a new key when the old one is retired', async () => {
    await forget();
    const dataDir = newFolder();
    const [old] = await (await open(dataDir)).directory.list();
    await retire(old?.key_id ?? '');
    const { signer, directory } = await open(dataDir);
    expect(await directory.list()).toHaveLength(2);
    expect((await signer.sign('text')).keyId).not.toBe(old?.key_id);
  });

  it('do not start from a damaged file', async () => {
    await forget();
    const dataDir = newFolder();
    await mkdir(join(dataDir, 'keys'));
    writeFileSync(keyPath(dataDir), '{"schema":');
    await expect(open(dataDir)).rejects.toMatchObject({ code: 'SIGNING_KEY_MISSING' });
    expect(readFileSync(keyPath(dataDir), 'utf8')).toBe('{"schema":');
  });

  it.runIf(kind === 'postgres')('stop a second node that lacks them', async () => {
    await forget();
    const dataDir = newFolder();
    await open(dataDir, GIVEN.key);
    const missing = { code: 'SIGNING_KEY_MISSING', details: { key_ids: ['key_f39fd6e51aad88f6'] } };
    await expect(open(newFolder())).rejects.toMatchObject(missing);
    await expect(open(newFolder(), OTHER_KEY)).rejects.toMatchObject(missing);
    const second = await open(newFolder(), GIVEN.key);
    expect(await second.directory.list()).toHaveLength(1);
  });

  it.runIf(kind === 'postgres')('are made by one of the nodes that start first', async () => {
    await forget();
    const outcomes = await Promise.allSettled([open(newFolder()), open(newFolder()), open(newFolder())]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
