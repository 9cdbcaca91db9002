import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, type Json, KEY } from '../support/api.ts';
import { startService } from '../support/service-process.ts';
import { type Site, startSite } from '../support/site.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;

let folder: string;
let site: Site;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'affiant-cli-'));
  site = await startSite({
    '/': { headers: { 'content-type': 'text/html' }, body: '<title>Hi</title><p>Hello there.</p>' },
  });
  env = { AFFIANT_DATA_DIR: join(folder, 'data'), AFFIANT_ALLOW_NETWORKS: '127.0.0.0/8' };
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const affiant = (args: string[], more: Record<string, string> = {}): Promise<Run> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', MAIN, ...args],
      { env: { ...process.env, ...env, ...more } },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      },
    );
  });

it('help lists the commands and exits 0', async () => {
  const { code, stdout } = await affiant(['--help']);
  expect(code).toBe(0);
  for (const command of ['serve', 'mcp', 'worker', 'capture', 'verify', 'apikeys', 'migrate', 'doctor'])
    expect(stdout).toContain(command);
});

it('a wrong command and a wrong setting end with 2 and say what is wrong', async () => {
  expect(await affiant(['frobnicate'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('unknown command'),
  });
  const { code, stderr } = await affiant(['apikeys', 'list'], { AFFIANT_PROT: '1' });
  expect([code, stderr.includes('AFFIANT_PROT')]).toEqual([2, true]);
});

it('capture works without a running service and prints the bundle', { timeout: 60_000 }, async () => {
  const { code, stdout, stderr } = await affiant(['capture', `${site.url}/`, '--json']);
  expect([code, stderr.includes('rror')]).toEqual([0, false]);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'complete', metadata: { title: 'Hi' } });
  const file = join(folder, 'notes.txt');
  await writeFile(file, 'Some notes.');
  const second = await affiant(['capture', file]);
  expect(second.stdout).toMatch(/bundle {4}ev_/);
});

it('a failed capture says why and exits 1', { timeout: 60_000 }, async () => {
  expect(await affiant(['capture', 'http://10.1.2.3/'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('URL_BLOCKED'),
  });
});

it('the first start without a key makes one and shows it once', { timeout: 60_000 }, async () => {
  const own = { AFFIANT_DATA_DIR: join(folder, 'first') };
  const first = await startService({ ...own, AFFIANT_BOOTSTRAP_API_KEY: '' });
  const key = /afk_[a-z0-9]+_[A-Za-z0-9]+/.exec(first.log())?.[0] ?? '';
  expect((await call(first.baseUrl, '/v1/jobs/job_01JD0000000000000000000000', { key })).status).toBe(404);
  expect(await first.stop()).toBe(0);
  const second = await startService(own);
  expect(second.log()).not.toContain('afk_');
  await second.stop();
});

it('a second process on the same data folder is told who holds it; commands go through the first', {
  timeout: 60_000,
}, async () => {
  const first = await startService({ ...env, AFFIANT_BOOTSTRAP_API_KEY: KEY });
  try {
    const { code, stderr } = await affiant(['serve'], { PORT: '0' });
    expect([code, stderr.includes('DATA_DIR_LOCKED'), stderr.includes(String(first.pid))]).toEqual([
      1,
      true,
      true,
    ]);
    const { stdout } = await affiant(['apikeys', 'list', '--json']);
    expect((JSON.parse(stdout) as { keys: Json[] }).keys).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: 'testowner1', plan: 'scale' })]),
    );
    const captured = await affiant(['capture', `${site.url}/`, '--include', 'markdown', '--json']);
    expect(JSON.parse(captured.stdout)).toMatchObject({ status: 'complete' });
  } finally {
    await first.stop();
  }
});

it('on another address than loopback a service without a key does not start', {
  timeout: 60_000,
}, async () => {
  const { code, stderr } = await affiant(['serve'], {
    AFFIANT_DATA_DIR: join(folder, 'open'),
    AFFIANT_HOST: '0.0.0.0',
    PORT: '0',
    AFFIANT_BOOTSTRAP_API_KEY: '',
  });
  expect([code, stderr.includes('START_REFUSED')]).toEqual([1, true]);
});

it('doctor says what it found and that captures can be made', { timeout: 60_000 }, async () => {
  const { code, stdout } = await affiant(['doctor', '--json']);
  const { findings } = JSON.parse(stdout) as { findings: { subject: string; state: string }[] };
  expect(code).toBe(0);
  expect(findings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ subject: 'browser', state: 'ok' }),
      expect.objectContaining({ subject: 'database', state: 'ok' }),
      expect.objectContaining({ subject: 'sign-in', state: 'off' }),
    ]),
  );
});

it('npm run affiant prints nothing of its own', { timeout: 60_000 }, async () => {
  const root = new URL('../..', import.meta.url).pathname;
  const stdout = await new Promise<string>((resolve) => {
    execFile('npm', ['run', 'affiant', '--', '--version'], { cwd: root }, (_error, output) =>
      resolve(output),
    );
  });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
