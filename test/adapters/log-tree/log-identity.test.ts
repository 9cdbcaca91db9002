import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import { type LogIdentityOptions, openLogSigner } from '../../../src/adapters/log-tree/log-identity.ts';
import { encodeNoteKey } from '../../../src/domain/note/note-key.ts';
import { databaseKinds } from '../../support/databases.ts';

describe.each(databaseKinds)('the identity of the log in $kind', ({ prepare }) => {
  const source = prepare();

  let database: Database;
  beforeAll(async () => {
    database = await source.open();
  });

  /** A service before its first start, which its operator may repeat. */
  async function newService() {
    await database.query((db) => db.deleteFrom('service_settings').execute());
    const { dataDir } = await source.newPlace();
    const start = async (options: Partial<LogIdentityOptions> = {}) => {
      const defaults = { dataDir, baseUrl: 'http://127.0.0.1:8402', logOrigin: null, logKey: null };
      return encodeNoteKey((await openLogSigner({ ...defaults, database, ...options })).key);
    };
    return { start, keyFile: join(dataDir, 'keys', 'log-key.json') };
  }

  it('is made at the first start, its key readable by its owner alone', async () => {
    const { start, keyFile } = await newService();
    expect(await start()).toMatch(/^127\.0\.0\.1:8402\/log\+[0-9a-f]{8}\+/);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  });

  it('stays, whatever the base URL becomes', async () => {
    const { start } = await newService();
    const first = await start({ baseUrl: 'https://evidence.example/' });
    expect(first).toMatch(/^evidence\.example\/log\+/);
    expect(await start({ baseUrl: 'https://elsewhere.example' })).toBe(first);
  });

  it('may be named at the first start; another name later refuses the start', async () => {
    const { start } = await newService();
    const first = await start({ logOrigin: 'evidence.example/log1' });
    expect(await start({ logOrigin: 'evidence.example/log1' })).toBe(first);
    expect(await start()).toBe(first);
    await expect(start({ logOrigin: 'evidence.example/log2' })).rejects.toMatchObject({
      code: 'LOG_ORIGIN_CHANGED',
      details: { origin: 'evidence.example/log1' },
    });
    expect(await start()).toBe(first);
  });

  it('lies encrypted once there is a passphrase, and opens with it alone', async () => {
    const { start, keyFile } = await newService();
    const first = await start();
    expect(await start({ passphrase: 'a long passphrase' })).toBe(first);
    expect(await readFile(keyFile, 'utf8')).toContain('affiant-encrypted/v1');
    expect(await start({ passphrase: 'a long passphrase' })).toBe(first);
    await expect(start()).rejects.toMatchObject({ code: 'KEY_FILE_LOCKED' });
    await expect(start({ passphrase: 'wrong' })).rejects.toMatchObject({ code: 'KEY_FILE_LOCKED' });
  });

  it('does not survive the loss of its key in silence', async () => {
    const { start, keyFile } = await newService();
    await start();
    await writeFile(keyFile, '{"schema":');
    await expect(start()).rejects.toMatchObject({ code: 'LOG_KEY_MISSING' });
    await rm(keyFile);
    await expect(start()).rejects.toMatchObject({ code: 'LOG_KEY_MISSING' });
    await expect(start({ logKey: randomBytes(32).toString('hex') })).rejects.toMatchObject({
      code: 'LOG_KEY_MISSING',
    });
  });

  it('takes a key from outside in either spelling, and never writes it down', async () => {
    const { start, keyFile } = await newService();
    const seed = randomBytes(32);
    const first = await start({ logKey: seed.toString('hex') });
    expect(await start({ logKey: ` ${seed.toString('base64')}\n` })).toBe(first);
    expect(() => statSync(keyFile)).toThrow('ENOENT');
    await expect(start()).rejects.toMatchObject({ code: 'LOG_KEY_MISSING' });
  });

  it('is the same for all who start at once', async () => {
    const { start } = await newService();
    const keys = await Promise.all([start(), start(), start()]);
    expect(new Set(keys).size).toBe(1);
  });

  it.each([
    ['an origin with a space', { logOrigin: 'our log' }],
    ['an origin with a plus sign', { logOrigin: 'log+1' }],
    ['an origin with a control character', { logOrigin: 'log\u0001' }],
    ['an origin of 256 bytes', { logOrigin: 'é'.repeat(128) }],
    ['a key that is too short', { logKey: 'ab'.repeat(31) }],
    ['a key that is no text of bytes', { logKey: 'secret' }],
  ])('refuses %s without repeating a key', async (_, options) => {
    const { start } = await newService();
    const refusal = await start(options).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'REQUEST_INVALID',
      message: expect.not.stringContaining('secret'),
    });
  });
});
