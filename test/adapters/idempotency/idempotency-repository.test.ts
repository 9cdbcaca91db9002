import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import {
  createIdempotencyRepository,
  type StoredIdempotency,
} from '../../../src/adapters/idempotency/idempotency-repository.ts';
import { prepareDataFolder } from '../../../src/adapters/store/data-folder.ts';
import type { IdempotentCall } from '../../../src/domain/idempotency/port.ts';
import { databaseKinds } from '../../support/databases.ts';

const HOUR = 3_600_000;

describe.each(databaseKinds)('idempotency keys on $kind', ({ kind, prepare }) => {
  const source = prepare();
  let folder: string;
  let answers: string;
  let now: number;
  let repository: StoredIdempotency;
  let database: Database;
  let serial = 0;
  let call: IdempotentCall;

  beforeAll(async () => {
    database = await source.open();
    folder = await mkdtemp(join(tmpdir(), 'idempotency-'));
    const folders = await prepareDataFolder(folder, false);
    answers = folders.answers;
    const clock = { now: () => new Date(now) };
    repository = createIdempotencyRepository({
      database,
      folder: answers,
      staging: folders.staging,
      clock,
    });
  });
  beforeEach(() => {
    now = Date.UTC(2026, 0, 1);
    serial += 1;
    call = {
      ownerId: 'key:a',
      operation: 'extract',
      key: `k-${serial}/../x`,
      parametersSha256: 'a'.repeat(64),
    };
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const newestAnswer = async () => {
    const names = await readdir(answers);
    const times = await Promise.all(names.map(async (name) => (await stat(join(answers, name))).mtimeMs));
    return names[times.indexOf(Math.max(...times))];
  };

  it('of ten claims at once one is given', async () => {
    const kinds = await Promise.all(
      Array.from({ length: 10 }, async () => (await repository.claim(call)).kind),
    );
    expect(kinds.toSorted()).toEqual(['claimed', ...Array(9).fill('running')]);
  });

  it('an answer comes back, to its own owner, operation and parameters only', async () => {
    const answer = { kind: 'output', output: { text: 'quoted' } } as const;
    await repository.claim(call);
    await repository.complete(call, answer);
    expect(await repository.claim(call)).toEqual({ kind: 'answered', answer });
    expect(await repository.claim({ ...call, parametersSha256: 'b'.repeat(64) })).toEqual({
      kind: 'other-parameters',
    });
    expect(await repository.claim({ ...call, ownerId: 'key:b' })).toEqual({ kind: 'claimed' });
    expect(await repository.claim({ ...call, operation: 'other' })).toEqual({ kind: 'claimed' });
  });

  it('a key that was given back can be claimed again', async () => {
    await repository.claim(call);
    await repository.abandon(call);
    expect(await repository.claim(call)).toEqual({ kind: 'claimed' });
  });

  it('a claim of a dead process is free after the longest call, an answer after a day', async () => {
    await repository.claim(call);
    now += 10 * 60_000;
    expect(await repository.claim(call)).toEqual({ kind: 'running' });
    now += 2 * 60_000;
    expect(await repository.claim(call)).toEqual({ kind: 'claimed' });
    await repository.complete(call, { kind: 'output', output: {} });
    now += 23 * HOUR;
    expect((await repository.claim(call)).kind).toBe('answered');
    now += 2 * HOUR;
    expect(await repository.claim(call)).toEqual({ kind: 'claimed' });
  });

  it('sweeping removes what is older than a day, with its file', async () => {
    await repository.claim(call);
    await repository.complete(call, { kind: 'output', output: {} });
    const before = (await readdir(answers)).length;
    now += 25 * HOUR;
    await repository.sweep();
    expect((await readdir(answers)).length).toBeLessThan(before);
    expect(await repository.claim(call)).toEqual({ kind: 'claimed' });
  });

  it('keeps answers, which may show a secret, from everybody else', async () => {
    await repository.claim(call);
    await repository.complete(call, { kind: 'output', output: { webhook_secret: 'whsec_x' } });
    const mode = async (path: string) => (await stat(path)).mode & 0o777;
    expect(await mode(answers)).toBe(0o700);
    expect(await mode(join(answers, (await newestAnswer()) ?? ''))).toBe(0o600);
  });

  it('keeps a key whose file cannot be removed, so that it is found again', async () => {
    await repository.claim(call);
    await repository.complete(call, { kind: 'output', output: {} });
    const stuck = join(answers, (await newestAnswer()) ?? '');
    await rm(stuck);
    await mkdir(stuck);
    now += 25 * HOUR;
    await expect(repository.sweep()).rejects.toThrow();
    await rm(stuck, { recursive: true });
    const left = await database.query((db) =>
      db.selectFrom('idempotency_keys').select('key').where('key', '=', call.key).execute(),
    );
    expect(left).toHaveLength(1);
    await repository.sweep();
  });

  it.each([
    ['a record', { bundle_id: 'ev_1' }],
    ['a finished job', { job_id: 'job_2', result: { bundle_id: 'ev_1' } }],
    ['a job under way', { job_id: 'job_1', result: null }],
  ])('purging a bundle removes its answer: %s', async (_, output) => {
    const other = { ...call, operation: 'other' };
    for (const [key, answer] of [[call, output] as const, [other, { bundle_id: 'ev_2' }] as const]) {
      await repository.claim(key);
      await repository.complete(key, { kind: 'output', output: answer });
    }
    const before = (await readdir(answers)).length;
    await repository.purge({ bundleId: 'ev_1', jobId: 'job_1' });
    expect(await readdir(answers)).toHaveLength(before - 1);
    expect(await repository.claim(call)).toEqual({ kind: 'claimed' });
    expect((await repository.claim(other)).kind).toBe('answered');
  });

  it('starting forgets old files, and calls of a dead process where it is known to be dead', async () => {
    await repository.claim(call);
    const kept = { ...call, operation: 'other' };
    await repository.claim(kept);
    await repository.complete(kept, { kind: 'output', output: {} });
    const left = join(answers, 'left.json');
    await writeFile(left, '{}');
    await utimes(left, new Date(now - 25 * HOUR), new Date(now - 25 * HOUR));
    await repository.recover();
    expect(await readdir(answers)).not.toContain('left.json');
    expect(await repository.claim(call)).toEqual({ kind: kind === 'pglite' ? 'claimed' : 'running' });
    expect((await repository.claim(kept)).kind).toBe('answered');
  });
});
