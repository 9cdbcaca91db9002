import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { call, type Json, KEY, startTestService, type TestService } from '../support/api.ts';
import { copyEmbeddedTemplate } from '../support/embedded-template.ts';
import { startService } from '../support/service-process.ts';
import {
  type AuthorityServer,
  hasOpenssl,
  makeAuthority,
  serveAuthority,
  type TestAuthority,
} from '../support/timestamp-authority.ts';

const VERIFIER = new URL('../../resources/verify/verify.mjs', import.meta.url).pathname;

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line in this process: starting one for each command would take most of the time. */
async function affiantWith(env: Readonly<Record<string, string>>, args: readonly string[]): Promise<Run> {
  const written = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') =>
    ({ write: (text: string) => (written[name] += text), isTTY: false }) as unknown as NodeJS.WriteStream;
  const argv = ['node', 'affiant', ...args];
  const code = await runProgram({ argv, env, stdout: stream('stdout'), stderr: stream('stderr') });
  return { code, ...written };
}

/** The stand-alone verifier. */
const verifyAlone = (...args: readonly string[]): Promise<Run> =>
  new Promise((resolve) => {
    execFile(process.execPath, [VERIFIER, ...args, '--json'], (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });

interface PublishedKey {
  readonly key_id: string;
  readonly retired_at: string | null;
  readonly revoked_at: string | null;
  readonly revoked_log_index?: number;
}

describe('keys beside a running service', () => {
  let service: TestService;
  let folder: string;
  let authority: TestAuthority | null = null;
  let server: AuthorityServer | null = null;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'affiant-keys-'));
    if (hasOpenssl) {
      authority = makeAuthority();
      server = await serveAuthority(authority);
    }
    service = await startTestService({
      ...(authority &&
        server && { AFFIANT_TSA_URLS: server.url, AFFIANT_TSA_ROOTS_FILE: authority.rootPath }),
    });
  });
  afterAll(async () => {
    await service.close();
    await server?.stop();
    authority?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const affiant = (...args: string[]) => affiantWith(service.env, args);
  const capture = async (text: string): Promise<string> => {
    const file = { base64: Buffer.from(text).toString('base64'), filename: 'a.txt' };
    return String((await service.call('/v1/extract?sync=true', { json: { file } })).body['bundle_id']);
  };
  const listed = async () => (await service.call<{ keys: PublishedKey[] }>('/v1/keys')).body.keys;
  const checksOf = (verdict: Json) =>
    Object.fromEntries(
      (verdict['checks'] as { id: string; status: string }[]).map(({ id, status }) => [id, status]),
    );
  const download = async (bundle: string): Promise<string> => {
    const path = join(folder, `${bundle}.zip`);
    const response = await fetch(`${service.baseUrl}/v1/extract/${bundle}/download`, {
      headers: { 'x-api-key': KEY },
    });
    await writeFile(path, new Uint8Array(await response.arrayBuffer()));
    return path;
  };
  const until = async <T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> => {
    const deadline = Date.now() + 30_000;
    for (;;) {
      const value = await read();
      if (isDone(value) || Date.now() > deadline) return value;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  it.runIf(hasOpenssl)(
    'bundles get a timestamp soon after, which counts offline too',
    { timeout: 120_000 },
    async () => {
      const bundle = await capture('Stamped.');
      const verdict = await until(
        async () => (await service.call(`/v1/extract/${bundle}/verify`)).body,
        (body) => checksOf(body)['timestamps'] === 'pass',
      );
      expect(verdict).toMatchObject({ verified: true, level: 3 });
      const archive = await download(bundle);
      const signer = String(
        (await service.call<{ signature: Json }>(`/v1/extract/${bundle}`)).body.signature['signer_address'],
      );
      const roots = await verifyAlone(archive, '--signer', signer, '--tsa-roots', authority?.rootPath ?? '');
      expect(JSON.parse(roots.stdout)).toMatchObject({ status: 'verified', level: 3 });
      const none = await verifyAlone(archive, '--signer', signer);
      expect(JSON.parse(none.stdout)).toMatchObject({ status: 'verified', level: 1 });
      expect(checksOf(JSON.parse(none.stdout))).toMatchObject({
        timestamps: 'unknown',
        checkpoint_signature: 'absent',
      });
    },
  );

  it('rotate at once, and keep what they signed verified; revoked ones need a proof of age', {
    timeout: 120_000,
  }, async () => {
    const before = await capture('Signed by the first key.');
    await service.call('/v1/checkpoints', { json: {} });
    const [first] = await listed();
    const rotated = await affiant('keys', 'rotate');
    expect(rotated).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^key_[0-9a-f]{16} \(0x.{40}\) signs\n$/),
    });
    const after = await capture('Signed by the second key.');
    const bundle = await service.call<{ signature: { key_id: string } }>(`/v1/extract/${after}`);
    expect(bundle.body.signature.key_id).toBe(rotated.stdout.split(' ')[0]);
    const verify = async (id: string) => (await service.call(`/v1/extract/${id}/verify`)).body;
    expect(await verify(before)).toMatchObject({ verified: true });
    expect(await verify(after)).toMatchObject({ verified: true });

    const list = await affiant('keys', 'list');
    expect(list.stdout.split('\n')[0]).toContain(`${first?.key_id}  `);
    expect(list.stdout).toMatch(/retired .*\n.* signs since /);
    const last = await affiant('keys', 'retire', rotated.stdout.split(' ')[0] ?? '');
    expect(last).toMatchObject({ code: 1, stderr: expect.stringContaining('SIGNING_KEY_LAST') });

    const revoked = await affiant('keys', 'revoke', first?.key_id ?? '', '--reason', 'stolen');
    expect(revoked).toMatchObject({ code: 0, stdout: expect.stringContaining('is revoked') });
    const [record] = await listed();
    // Entries: created, two bundles, created, retired, bundle, revoked.
    expect(record).toMatchObject({ revoked_log_index: 6, revoked_at: expect.any(String) });
    expect((await affiant('keys', 'list')).stdout).toContain('stolen');

    const verdict = await verify(before);
    expect(verdict).toMatchObject({ verified: true });
    expect(checksOf(verdict)).toMatchObject({
      key_valid_at_time: 'pass',
      log_inclusion: 'pass',
      checkpoint_signature: 'pass',
    });

    const keys = join(folder, 'keys.json');
    await writeFile(keys, await (await fetch(`${service.baseUrl}/.well-known/affiant-keys.json`)).text());
    for (const bundle of [before, after]) {
      const archive = await download(bundle);
      const offline = await verifyAlone(archive, '--keys', keys);
      expect([offline.code, JSON.parse(offline.stdout).status]).toEqual([0, 'verified']);
      expect(JSON.parse((await affiant('verify', archive, '--keys', keys, '--json')).stdout)).toEqual(
        JSON.parse(offline.stdout),
      );
    }

    await service.process.stop();
    const restarted = await startService(service.env);
    const again = await call(restarted.baseUrl, `/v1/extract/${before}/verify`);
    expect(again.body).toMatchObject({ verified: true });
    await restarted.stop();
  });
});

describe('keys without a service', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'affiant-keys-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('are made, listed and retired on the data folder itself, encrypted under a passphrase file', {
    timeout: 60_000,
  }, async () => {
    const passphrase = join(folder, 'passphrase');
    await writeFile(passphrase, 'a long passphrase\n');
    const dataDir = join(folder, 'data');
    await copyEmbeddedTemplate(dataDir);
    const env = { AFFIANT_DATA_DIR: dataDir, AFFIANT_KEY_PASSPHRASE_FILE: passphrase };
    const affiant = (...args: string[]) => affiantWith(env, ['keys', ...args]);
    const first = (await affiant('create')).stdout.split(' ')[0] ?? '';
    const second = (await affiant('create')).stdout.split(' ')[0] ?? '';
    expect(await affiant('retire', first)).toMatchObject({ code: 0 });
    const { keys } = JSON.parse((await affiant('list', '--json')).stdout) as { keys: Json[] };
    expect(keys).toMatchObject([
      { key_id: first, retired_at: expect.any(String), is_active: false },
      { key_id: second, retired_at: null, is_active: true },
    ]);
    const file = await readFile(join(dataDir, 'keys/signing-keys.json'), 'utf8');
    expect(file).toContain('affiant-encrypted/v1');
    const locked = await affiantWith({ AFFIANT_DATA_DIR: dataDir }, ['keys', 'list']);
    expect(locked).toMatchObject({ code: 1, stderr: expect.stringContaining('AFFIANT_KEY_PASSPHRASE') });
  });
});
