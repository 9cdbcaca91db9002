import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import { toHex } from '../../../src/core/bytes.ts';
import { verifyLogProof } from '../../../src/domain/checkpoint/log-proof.ts';
import type { MonitorCheck } from '../../../src/domain/monitor/check.ts';
import { openCheckpoints, testLogSigner } from '../../support/checkpoints.ts';
import { databaseKinds } from '../../support/databases.ts';
import {
  BLOCKED,
  CONFIRM_MS,
  createWorld,
  HOUR,
  MINUTE,
  type OpenedMonitors,
  openMonitors,
  seen,
  type World,
} from '../../support/monitors.ts';

/* An auditor's own reading of design.md 4.13 and RFC 6962: nothing of the service's code. */

const sha256 = (...parts: (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** RFC 8785 by hand: the members in order of their names, and JSON's own texts. */
const leafOf = ({ checkId, at, outcome, httpStatus, contentSha256 }: MonitorCheck): Buffer =>
  sha256(
    Buffer.of(0),
    `{"at":"${at.toISOString()}","check_id":"${checkId}","content_sha256":${JSON.stringify(contentSha256)},` +
      `"http_status":${JSON.stringify(httpStatus)},"outcome":"${outcome}"}`,
  );

/** RFC 6962, section 2.1, as it is defined. */
function treeHash(leaves: readonly Buffer[]): Buffer {
  if (leaves.length < 2) return leaves[0] ?? sha256('');
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return sha256(Buffer.of(1), treeHash(leaves.slice(0, half)), treeHash(leaves.slice(half)));
}

/** RFC 9162, section 2.1.3.2, as it is written. */
function rootOf(leaf: Buffer, { index, size, path }: { index: number; size: number; path: Uint8Array[] }) {
  let [node, last, hash] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (node % 2 === 1 || node === last) {
      hash = sha256(Buffer.of(1), sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [node >> 1, last >> 1];
    } else {
      hash = sha256(Buffer.of(1), hash, sibling);
    }
    [node, last] = [node >> 1, last >> 1];
  }
  return { hash, isWhole: last === 0 };
}

describe.each(databaseKinds)('the evidence of a monitor in $kind', ({ kind, prepare }) => {
  const source = prepare();
  // A whole day of checks at every tenth minute; on the slower one at every hour.
  const minutes = kind === 'postgres' ? 10 : 60;
  let database: Database;
  let world: World;
  let monitors: OpenedMonitors;
  let monitorId: string;
  beforeAll(async () => {
    database = await source.open();
    world = createWorld();
    monitors = openMonitors(database, world);
    ({ monitorId } = await monitors.create({ schedule: { kind: 'interval', minutes } }));
    await monitors.settle();
    await monitors.pass(6 * HOUR, minutes * MINUTE);
    world.page = () => BLOCKED;
    await monitors.pass(2 * minutes * MINUTE, minutes * MINUTE);
    world.page = () => seen('One.\nThree.');
    await monitors.pass(minutes * MINUTE);
    await monitors.pass(CONFIRM_MS);
    await monitors.pass(18 * HOUR, minutes * MINUTE);
  }, 60_000);
  afterAll(() => monitors.close());

  const prove = async () => {
    const checks = (await monitors.checks(monitorId)).map(({ check }) => check);
    const { monitor } = await monitors.state(monitorId);
    return { checks, proof: await monitors.evidence.prove(monitor, checks) };
  };

  it('is the root of every check of a day, which goes into the log once the day is over', async () => {
    expect(await monitors.closeEpochs()).toEqual([]);
    expect(await monitors.closeEpochs()).toEqual([]);
    const { checks, proof } = await prove();
    const day = checks.filter(({ at }) => at.toISOString().startsWith('2026-03-01'));
    expect(day.length).toBeGreaterThan((20 * 60) / minutes);
    expect(proof.epochs).toHaveLength(1);
    const [epoch] = proof.epochs;
    expect(epoch).toMatchObject({ epoch: '2026-03-01', count: day.length, inclusion: null });
    expect(toHex(epoch!.root)).toBe(treeHash(day.map(leafOf)).toString('hex'));
    const { rows } = await database.query(async (db) => ({
      rows: await db.selectFrom('log_leaves').selectAll().where('kind', '=', 'monitor-epoch').execute(),
    }));
    expect(rows.map(({ entry }) => entry)).toEqual([epoch?.entry]);
    const watched =
      `{"ignore_patterns":[],"ignore_selectors":[],"include_selector":null,"monitor_id":"${monitorId}",` +
      '"render":"auto","url":"https://example.com/terms"}';
    expect(JSON.parse(epoch!.entry)).toEqual({
      ...{ t: 'monitor-epoch', v: 1, epoch: '2026-03-01', count: day.length, root: toHex(epoch!.root) },
      monitor_sha256: sha256(watched).toString('hex'),
    });
  });

  it('proves every check of the day, and none of one that is not over', async () => {
    const { checks, proof } = await prove();
    const [epoch] = proof.epochs;
    for (const check of checks) {
      const found = proof.checks.get(check.checkId);
      expect(found !== undefined).toBe(check.at.toISOString() < '2026-03-02');
      if (!found) continue;
      const place = { index: found.leafIndex, size: epoch!.count, path: [...found.path] };
      const { hash, isWhole } = rootOf(leafOf(check), place);
      expect([hash.toString('hex'), isWhole]).toEqual([toHex(epoch!.root), true]);
    }
  });

  it('stands in the log under the next checkpoint', async () => {
    await openCheckpoints(database).create({ sign: true });
    const [epoch] = (await prove()).proof.epochs;
    const { checkpoint, entry, path } = epoch!.inclusion!;
    expect(sha256(Buffer.of(0), epoch!.entry).toString('hex')).toBe(toHex(epoch!.leafHash));
    const { hash } = rootOf(sha256(Buffer.of(0), epoch!.entry), {
      ...{ index: entry.leafIndex, size: checkpoint.treeSize, path: [...path] },
    });
    expect(hash.toString('hex')).toBe(toHex(checkpoint.rootHash));
    const text = await openCheckpoints(database).logProof({ leafHash: epoch!.leafHash });
    const trust = { log: testLogSigner.key, witnesses: [] };
    expect(verifyLogProof(text, epoch!.entry, trust)).toMatchObject({ isSigned: true, isIncluded: true });
  });

  it('says what the page said from when to when, and where it is silent', async () => {
    const { checks, proof } = await prove();
    const { spans, gaps, summary } = proof.continuity;
    const changed = checks.find(({ outcome }) => outcome === 'changed');
    const before = checks.filter(
      ({ at }) => at < changed!.at && at.getTime() < changed!.at.getTime() - 2 * minutes * MINUTE,
    );
    expect(spans).toEqual([
      {
        ...{ contentSha256: before[0]?.contentSha256, bundle: before[0]?.bundle, checks: before.length },
        ...{ from: before[0]?.at, to: before.at(-1)?.at },
      },
      {
        ...{ contentSha256: changed?.contentSha256, bundle: changed?.bundle },
        checks: checks.length - before.length - 2,
        ...{ from: changed?.at, to: checks.at(-1)?.at },
      },
    ]);
    expect(gaps).toEqual([{ from: before.at(-1)?.at, to: changed?.at, failedChecks: 2 }]);
    expect(summary).toContain('versions 2, gaps 1');
  });

  it('lets no check into a day that is in the log, whatever the clock of a worker says', async () => {
    const now = world.clock.time;
    world.clock.time = Date.parse('2026-03-01T23:59:59.000Z');
    await monitors.repository.whileLocked({ ownerId: 'key:owner', monitorId }, ({ update }) =>
      update({ dueAt: new Date(0) }),
    );
    await monitors.settle();
    expect((await monitors.state(monitorId)).lastCheck?.at.toISOString()).toBe('2026-03-02T00:00:00.000Z');
    world.clock.time = now;
  });
});
