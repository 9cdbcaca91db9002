import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/adapters/database/database.ts';
import { runProgram } from '../../src/cli/program.ts';
import { sqlWorld, TestClock } from '../support/charges.ts';
import { copyEmbeddedTemplate } from '../support/embedded-template.ts';

let dataDir: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'affiant-ledger-'));
  dataDir = join(folder, 'data');
  await copyEmbeddedTemplate(dataDir);
  const database = await openDatabase({ dataDir, databaseUrl: null, onError: () => {} });
  const { charges } = sqlWorld(database, new TestClock('2026-11-20T12:00:00Z'));
  const order = { ownerId: 'key:abc12345', operation: 'extract', idempotencyKey: null };
  const reserve = async (credits: number) => {
    const outcome = await charges.reserve({ ...order, credits }, 5000);
    return outcome.kind === 'reserved' ? outcome.chargeId : '';
  };
  await charges.capture(await reserve(75));
  await charges.release(await reserve(10));
  await reserve(10);
  await database.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** One command in this process. */
async function affiant(...args: string[]) {
  const output = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof output) =>
    ({ write: (text: string) => (output[name] += text) }) as unknown as NodeJS.WriteStream;
  const code = await runProgram({
    argv: ['node', 'affiant', ...args],
    env: { AFFIANT_DATA_DIR: dataDir },
    stdout: stream('stdout'),
    stderr: stream('stderr'),
  });
  return { code, ...output };
}

describe('affiant ledger', () => {
  it('prints the statement of a month', async () => {
    const { code, stdout } = await affiant('ledger', 'afk_abc12345', '--month', '2026-11');
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^2026-11-20T12:00:00\.000Z {2}reserve {5}75 {2}extract +used 0, reserved 75$/),
      expect.stringMatching(/capture {5}75 {2}extract +used 75, reserved 0$/),
      expect.stringMatching(/reserve {5}10 /),
      expect.stringMatching(/release {5}10 {2}extract +used 75, reserved 0$/),
      expect.stringMatching(/reserve {5}10 {2}extract +used 75, reserved 10$/),
      'key:abc12345 used 75 credits in 2026-11; 10 are reserved.',
      '',
    ]);
  });

  it('prints it as CSV and as JSON', async () => {
    const csv = (await affiant('ledger', 'abc12345', '--month', '2026-11', '--csv')).stdout.split('\r\n');
    expect(csv[0]).toBe(
      'seq,at,kind,operation,credits,credits_used,credits_reserved,charge_id,job_id,transaction',
    );
    expect(csv[2]).toMatch(/^2,2026-11-20T12:00:00\.000Z,capture,extract,75,75,0,chg_[0-9A-Z]{26},,$/);
    expect(csv).toHaveLength(7);
    const json = JSON.parse((await affiant('ledger', 'key:abc12345', '--month', '2026-11', '--json')).stdout);
    expect(json).toMatchObject({ owner_id: 'key:abc12345', billing_period: '2026-11' });
    expect(json.entries.map(({ kind }: { kind: string }) => kind)).toEqual([
      'reserve',
      'capture',
      'reserve',
      'release',
      'reserve',
    ]);
  });

  it('says so when nothing was charged, and refuses what is no month', async () => {
    expect((await affiant('ledger', 'nobody99', '--month', '2026-11')).stdout).toBe(
      'key:nobody99 was charged nothing in 2026-11.\n',
    );
    expect(await affiant('ledger', 'nobody99', '--month', '11/2026')).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('affiant plans and apikeys', () => {
  it('know the plans, and make keys for no other', async () => {
    expect((await affiant('plans')).stdout).toMatch(
      /^free +5000 credits a month\npro +100000 .*\nscale +1000000 /,
    );
    const made = JSON.parse(
      (await affiant('apikeys', 'create', '--email', 'a@example.com', '--json')).stdout,
    );
    expect(made).toMatchObject({ plan: 'free' });
    const refused = await affiant('apikeys', 'create', '--plan', 'gold');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('free, pro, scale') });
  });

  it('take plans.json in the data folder instead', async () => {
    await writeFile(join(dataDir, 'plans.json'), '{"plans":[{"id":"gold","monthly_credits":7}]}');
    expect(JSON.parse((await affiant('plans', '--json')).stdout)).toEqual({
      plans: [{ id: 'gold', monthly_credits: 7 }],
    });
    await writeFile(join(dataDir, 'plans.json'), '{"plans":[]}');
    expect(await affiant('plans')).toMatchObject({ code: 2, stderr: expect.stringContaining('plans.json') });
  });
});
