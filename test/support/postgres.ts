import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** A throw-away PostgreSQL server on loopback. */
export interface TestPostgres {
  /** Make an empty database. @returns its URL. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Make sure that PostgreSQL's programs are there: as root they are installed (Debian), unless
 * `AFFIANT_TEST_INSTALL=0`.
 *
 * @returns the folder of `initdb` and `postgres`; null when they are absent.
 */
export function ensurePostgres(): string | null {
  const present = findPrograms();
  if (present || process.getuid?.() !== 0 || process.env['AFFIANT_TEST_INSTALL'] === '0') return present;
  try {
    const options = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    execFileSync('apt-get', ['update'], options);
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], options);
  } catch {
    return null;
  }
  return findPrograms();
}

/** Start a server in a temporary folder, without fsync: durability is tested on the embedded database. */
export async function startPostgres(): Promise<TestPostgres> {
  const programs = ensurePostgres();
  if (!programs) throw new Error('PostgreSQL is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'affiant-postgres-'));
  const account = serverAccount();
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const initialise = ['-D', data, '-U', 'affiant', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  execFileSync(join(programs, 'initdb'), initialise, { ...account, cwd: folder, stdio: 'ignore' });
  const port = await freePort();
  const settings = [
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
  ];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(join(programs, 'postgres'), args, { ...account, cwd: folder, stdio: 'ignore' });
  const exited = once(server, 'exit');
  const urlOf = (database: string) => `postgres://affiant@127.0.0.1:${port}/${database}`;
  await untilAccepting(urlOf('postgres'));
  let databases = 0;
  return {
    async createDatabase() {
      const name = `test_${++databases}`;
      await execute(urlOf('postgres'), `create database ${name}`);
      return urlOf(name);
    },
    async stop() {
      // "Immediate": sessions that a test left open must not hold it up.
      server.kill('SIGQUIT');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findPrograms(): string | null {
  const root = '/usr/lib/postgresql';
  try {
    const newest = readdirSync(root).sort((left, right) => Number(right) - Number(left))[0];
    return newest ? join(root, newest, 'bin') : null;
  } catch {
    return null;
  }
}

/** `initdb` refuses to run as root: Debian's package brings the account `postgres`. */
function serverAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function untilAccepting(url: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; ; ) {
    try {
      return await execute(url, 'select 1');
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(50);
    }
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
