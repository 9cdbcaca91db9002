import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createIdempotencyRepository } from '../../../src/adapters/idempotency/idempotency-repository.ts';
import { prepareDataFolder } from '../../../src/adapters/store/data-folder.ts';
import type { IdempotencyRepository, IdempotentCall } from '../../../src/domain/idempotency/port.ts';
import { databaseKinds } from '../../support/databases.ts';

const HOUR = 3_600_000;

describe.each(databaseKinds)('idempotency keys on $kind', ({ prepare }) => {
  const source = prepare();
  let folder: string;
  let answers: string;
  let now: number;
  let repository: IdempotencyRepository;
  let serial = 0;
  let call: IdempotentCall;

  beforeAll(async () => {
    const database = await source.open();
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
});
