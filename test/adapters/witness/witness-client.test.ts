import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import { withLogTables } from '../../../src/adapters/log-tree/log-schema.ts';
import { verifyLogProof } from '../../../src/domain/checkpoint/log-proof.ts';
import { openCheckpoints, testLogSigner } from '../../support/checkpoints.ts';
import { databaseKinds } from '../../support/databases.ts';
import { appendLeaves, leafHashAt, leafText } from '../../support/log-leaves.ts';
import { startWitness, type TestWitness } from '../../support/witness.ts';

const never = new AbortController().signal;
const failed = (reason: string) => ({
  code: 'WITNESS_FAILED',
  details: { witness: 'witness.example/w1', reason },
});

describe.each(databaseKinds)('a witness of the log in $kind', ({ prepare }) => {
  const source = prepare();
  let database: Database;
  let witness: TestWitness;
  beforeAll(async () => {
    database = await source.open();
  });
  beforeEach(async () => {
    witness = await startWitness(testLogSigner.key);
    await forgetCosignatures();
    await appendLeaves(database, 5);
  });
  afterEach(() => witness.stop());

  const forgetCosignatures = () =>
    database.query((db) => withLogTables(db).deleteFrom('cosignatures').execute());

  /** Make a checkpoint and have it cosigned. @returns what failed, and who cosigned. */
  async function round() {
    const service = openCheckpoints(database, [witness.witness]);
    const { checkpoint } = await service.create({ sign: true });
    const failures = await service.cosignNewest(never);
    const proof = await service.logProof({ leafHash: leafHashAt(0) });
    const trust = { log: testLogSigner.key, witnesses: [witness.witness.key] };
    const { isSigned, isIncluded, cosignatures } = verifyLogProof(proof, leafText(0), trust);
    expect([isSigned, isIncluded]).toEqual([true, true]);
    return { failures, cosigned: cosignatures.map(({ key }) => key.name), treeSize: checkpoint.treeSize };
  }
  const cosigned = ['witness.example/w1'];

  it('cosigns checkpoint after checkpoint, each with its consistency proof', async () => {
    const first = await round();
    await appendLeaves(database, 3);
    const second = await round();
    expect([first, second]).toMatchObject([
      { failures: [], cosigned },
      { failures: [], cosigned },
    ]);
    expect(witness.size).toBe(second.treeSize);
    expect(witness.requests.map((body) => body.split('\n')[0])).toEqual(['old 0', `old ${first.treeSize}`]);
  });

  it('is not asked again for what it has cosigned', async () => {
    await round();
    await round();
    expect(witness.requests).toHaveLength(1);
  });

  it('may have cosigned more than is known here: it is asked again from there', async () => {
    await round();
    await forgetCosignatures();
    await appendLeaves(database, 1);
    expect(await round()).toMatchObject({ failures: [], cosigned });
    expect(witness.requests).toHaveLength(3);
  });

  it('cosigns again what only it remembers', async () => {
    const { treeSize } = await round();
    await forgetCosignatures();
    expect(await round()).toMatchObject({ failures: [], cosigned });
    expect(witness.requests.at(-1)).toMatch(new RegExp(`^old ${treeSize}\n\n`));
  });

  it('is tried again at the next round after a failure', async () => {
    witness.misbehave([503, '']);
    expect(await round()).toMatchObject({ failures: [failed('status 503')], cosigned: [] });
    expect(await round()).toMatchObject({ failures: [], cosigned });
  });

  it('counts only with a cosignature by its own key', async () => {
    witness.forge();
    expect(await round()).toMatchObject({ failures: [failed('signature')], cosigned: [] });
  });

  it.each([
    ['an unknown log', [404, ''], 'status 404'],
    ['an unknown key', [403, ''], 'status 403'],
    ['a proof that it takes for wrong', [422, ''], 'status 422'],
    ['another root for the size', [409, ''], 'status 409'],
    ['a size that is no number', [409, 'many\n', 'text/x.tlog.size'], 'status 409'],
    ['a log larger than ours', [409, '999999\n', 'text/x.tlog.size'], 'it knows a larger log'],
    ['a redirect', [302, ''], 'status 302'],
    ['no signature lines', [200, 'ok\n'], 'malformed'],
    ['nothing', [200, ''], 'malformed'],
    [
      'lines that hide the checkpoint behind another text',
      [200, '\nother\n\n— witness.example/w1 AAAAAAAA\n'],
      'malformed',
    ],
    ['a signature by somebody else', [200, '— else.example AAAAAAAA\n'], 'signature'],
    ['bytes that are no text', [200, Buffer.from([0xff]) as never], 'malformed'],
    ['an endless answer', [200, 'x'.repeat(70_000)], 'malformed'],
  ] as const)('may answer with %s', async (_, answer, reason) => {
    witness.misbehave(answer);
    expect(await round()).toMatchObject({ failures: [failed(reason)], cosigned: [] });
  });

  it('may be away', async () => {
    await witness.stop();
    expect(await round()).toMatchObject({ failures: [failed('URL_UNREACHABLE')], cosigned: [] });
    witness = await startWitness(testLogSigner.key);
  });

  it('may have the wrong log key configured', async () => {
    const stranger = await startWitness({ ...testLogSigner.key, publicKey: new Uint8Array(32).fill(9) });
    const service = openCheckpoints(database, [stranger.witness, witness.witness]);
    await service.create({ sign: true });
    expect(await service.cosignNewest(never)).toMatchObject([failed('status 403')]);
    await stranger.stop();
  });
});
