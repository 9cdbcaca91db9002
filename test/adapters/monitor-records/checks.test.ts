import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import { EvidenceError } from '../../../src/core/error.ts';
import { OWNER, STRANGER } from '../../support/custody.ts';
import { databaseKinds } from '../../support/databases.ts';
import {
  BLOCKED,
  CONFIRM_MS,
  createWorld,
  EMPTY,
  HOUR,
  MINUTE,
  type OpenedMonitors,
  openMonitors,
  seen,
  type World,
} from '../../support/monitors.ts';

describe.each(databaseKinds)('monitors in $kind', ({ prepare }) => {
  const source = prepare();
  let database: Database;
  let world: World;
  let monitors: OpenedMonitors;
  beforeAll(async () => {
    database = await source.open();
  });
  beforeEach(() => {
    world = createWorld();
    monitors = openMonitors(database, world);
  });
  afterEach(async () => {
    for (const { monitor } of (await monitors.service.list(OWNER, { after: null, limit: 200 })).items)
      await monitors.service.remove(OWNER, monitor.monitorId);
    monitors.close();
  });

  const outcomes = async (monitorId: string) =>
    (await monitors.checks(monitorId)).map(({ check }) => check.outcome);

  it('look at once, make a bundle, and take no check for it', async () => {
    const { monitorId } = await monitors.create();
    await monitors.settle();
    const { monitor, lastCheck } = await monitors.state(monitorId);
    expect(lastCheck).toMatchObject({ seq: 1, outcome: 'baseline', httpStatus: 200, previousBundleId: null });
    expect(lastCheck?.bundle).toEqual(monitor.bundle);
    expect(world.bundles).toEqual([{ bundleId: monitor.bundle?.bundleId, parentBundleId: null }]);
    expect(monitor).toMatchObject({ status: 'active', checksRemaining: 1440, current: { at: null } });
    expect(monitor.dueAt?.getTime()).toBe(world.clock.time + HOUR);
  });

  it('keep a check that saw nothing new, without a bundle, asking by condition', async () => {
    const { monitorId } = await monitors.create();
    await monitors.settle();
    world.page = ({ conditional }) =>
      conditional ? { outcome: 'not-modified', httpStatus: 304 } : seen('Never.');
    await monitors.pass(HOUR);
    const [baseline, unchanged] = await monitors.checks(monitorId);
    expect(unchanged?.check).toMatchObject({ seq: 2, outcome: 'unchanged', httpStatus: 304, bundle: null });
    expect(unchanged?.check.contentSha256).toBe(baseline?.check.contentSha256);
    expect((await monitors.state(monitorId)).monitor.checksRemaining).toBe(1439);
    expect(world.bundles).toHaveLength(1);
  });

  it('tell a change once a second look has seen it, with a bundle that follows the last', async () => {
    const { monitorId } = await monitors.create();
    await monitors.settle();
    world.page = () => seen('One.\nThree.');
    await monitors.pass(HOUR);
    expect(await outcomes(monitorId)).toEqual(['baseline']);
    const confirming = (await monitors.state(monitorId)).monitor;
    expect(confirming.dueAt?.getTime()).toBe(world.clock.time + CONFIRM_MS);
    await monitors.pass(CONFIRM_MS);
    const [baseline, changed] = await monitors.checks(monitorId);
    expect(changed).toMatchObject({
      check: { outcome: 'changed', previousBundleId: baseline?.check.bundle?.bundleId },
      diff: { changed: [{ before: 'Two.', after: 'Three.' }] },
    });
    expect(changed?.check.at.getTime()).toBe(world.clock.time - CONFIRM_MS);
    expect(world.bundles[1]).toEqual({
      bundleId: changed?.check.bundle?.bundleId,
      parentBundleId: baseline?.check.bundle?.bundleId,
    });
    expect(world.looks.map(({ isConditional }) => isConditional)).toEqual([false, true, false]);
    await monitors.pass(HOUR);
    expect(await outcomes(monitorId)).toEqual(['baseline', 'changed', 'unchanged']);
  });

  it('keep quiet about what the second look does not see', async () => {
    const { monitorId } = await monitors.create();
    await monitors.settle();
    world.page = () => seen('One.\nTwo.\nSale!');
    await monitors.pass(HOUR);
    world.page = () => seen('One.\nTwo.');
    await monitors.pass(CONFIRM_MS);
    expect(await outcomes(monitorId)).toEqual(['baseline', 'unchanged']);
    world.page = () => seen('One.\nTwo.\nHalf price!');
    await monitors.pass(HOUR);
    world.page = () => BLOCKED;
    await monitors.pass(CONFIRM_MS);
    expect(await outcomes(monitorId)).toEqual(['baseline', 'unchanged', 'blocked']);
  });

  it('make a bundle at each check where they were told to', async () => {
    const { monitorId } = await monitors.create({ mode: 're-extract' });
    await monitors.settle();
    await monitors.pass(2 * HOUR, HOUR);
    const checks = await monitors.checks(monitorId);
    expect(checks.map(({ check }) => check.outcome)).toEqual(['baseline', 'unchanged', 'unchanged']);
    const ids = checks.map(({ check }) => check.bundle?.bundleId);
    expect(world.bundles).toEqual(
      ids.map((bundleId, index) => ({ bundleId, parentBundleId: index === 0 ? null : ids[index - 1] })),
    );
  });

  it('never take a page for the baseline that was blocked, empty or not sealed', async () => {
    world.page = () => BLOCKED;
    const { monitorId } = await monitors.create();
    await monitors.settle();
    world.page = () => EMPTY;
    await monitors.pass(HOUR);
    world.page = () => seen('One.');
    world.jobEnds = 'failed';
    await monitors.pass(HOUR);
    world.jobEnds = 'complete';
    await monitors.pass(4 * HOUR, HOUR);
    expect((await monitors.checks(monitorId)).map(({ check }) => [check.outcome, check.errorCode])).toEqual([
      ['blocked', 'PAGE_BLOCKED'],
      ['error', 'PAGE_EMPTY'],
      ['error', 'URL_UNREACHABLE'],
      ['baseline', null],
      ['unchanged', null],
      ['unchanged', null],
    ]);
  });

  it('fail after 3 faults, look less often, pause after 10, look when asked, and resume', async () => {
    const { monitorId } = await monitors.create();
    await monitors.settle();
    world.page = () => BLOCKED;
    const waits: number[] = [];
    const states: string[] = [];
    for (let fault = 1; fault <= 10; fault += 1) {
      await monitors.pass((await monitors.state(monitorId)).monitor.dueAt!.getTime() - world.clock.time);
      const { monitor } = await monitors.state(monitorId);
      states.push(monitor.status);
      if (monitor.dueAt) waits.push((monitor.dueAt.getTime() - world.clock.time) / HOUR);
    }
    expect(states).toEqual(['active', 'active', ...Array(7).fill('failing'), 'paused']);
    expect(waits).toEqual([1, 1, 2, 4, 8, 8, 8, 8, 8]);
    await monitors.pass(48 * HOUR, 12 * HOUR);
    expect(await outcomes(monitorId)).toHaveLength(11);
    world.page = () => seen('One.\nTwo.');
    const checkId = await monitors.service.requestCheck(OWNER, monitorId);
    expect(await monitors.service.requestCheck(OWNER, monitorId)).toBe(checkId);
    await monitors.settle();
    expect(await monitors.state(monitorId)).toMatchObject({
      monitor: { status: 'paused', dueAt: null, faults: 0 },
      lastCheck: { checkId, outcome: 'unchanged' },
    });
    await monitors.service.resume(OWNER, monitorId);
    await monitors.settle();
    expect((await monitors.state(monitorId)).monitor.status).toBe('active');
    expect(await outcomes(monitorId)).toHaveLength(13);
  });

  it('end when their checks are used up', async () => {
    const { monitorId } = await monitors.create();
    await monitors.settle();
    await monitors.repository.whileLocked({ ownerId: OWNER.ownerId, monitorId }, ({ update }) =>
      update({ checksRemaining: 2 }),
    );
    await monitors.pass(5 * HOUR, HOUR);
    expect((await monitors.state(monitorId)).monitor).toMatchObject({
      ...{ status: 'exhausted', checksRemaining: 0, dueAt: null, checkCount: 3 },
    });
    for (const act of ['requestCheck', 'resume'] as const)
      await expect(monitors.service[act](OWNER, monitorId)).rejects.toMatchObject({
        code: 'MONITOR_EXHAUSTED',
      });
  });

  it('answer a question for a check with the one that is under way', async () => {
    const { monitorId } = await monitors.create();
    await monitors.settle();
    const answer = Promise.withResolvers<void>();
    world.page = async () => {
      await answer.promise;
      return seen('One.\nThree.');
    };
    world.clock.time += HOUR;
    await monitors.worker.takeDue();
    const asked = [await monitors.service.requestCheck(OWNER, monitorId)];
    answer.resolve();
    await monitors.settle();
    asked.push(await monitors.service.requestCheck(OWNER, monitorId));
    await monitors.pass(CONFIRM_MS);
    const checks = await monitors.checks(monitorId);
    expect(checks.map(({ check }) => check.outcome)).toEqual(['baseline', 'changed']);
    expect(asked).toEqual([checks[1]?.check.checkId, checks[1]?.check.checkId]);
  });

  it('put a check off that this service could not do, and count it to nobody', async () => {
    const { monitorId } = await monitors.create();
    world.page = () => {
      throw new EvidenceError('OVERLOADED');
    };
    await monitors.settle();
    expect(monitors.errors).toMatchObject([{ code: 'OVERLOADED' }]);
    expect(await outcomes(monitorId)).toEqual([]);
    world.page = () => seen('One.');
    await monitors.pass(MINUTE);
    expect(await outcomes(monitorId)).toEqual(['baseline']);
  });

  it('are nobody else’s', async () => {
    const { monitorId } = await monitors.create();
    for (const act of ['get', 'remove', 'requestCheck', 'resume'] as const)
      await expect(monitors.service[act](STRANGER, monitorId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await monitors.service.list(STRANGER, { after: null, limit: 10 })).items).toEqual([]);
  });

  it('stop at once when they are removed in the middle of a check', async () => {
    const { monitorId } = await monitors.create();
    await monitors.settle();
    const looking = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    world.page = async () => {
      looking.resolve();
      await answer.promise;
      return seen('Another.');
    };
    await monitors.service.requestCheck(OWNER, monitorId);
    await monitors.worker.takeDue();
    await looking.promise;
    await monitors.service.remove(OWNER, monitorId);
    answer.resolve();
    await monitors.worker.idle();
    const looks = world.looks.length;
    await monitors.pass(2 * HOUR, HOUR);
    expect([world.looks.length, world.bundles.length]).toEqual([looks, 1]);
    await expect(monitors.state(monitorId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await readdir(join(monitors.folder, 'monitors'))).toEqual([]);
  });

  it('cancel the job of their bundle when they are removed', async () => {
    world.jobEnds = 'never';
    const { monitorId } = await monitors.create();
    await monitors.settle();
    const { current } = (await monitors.state(monitorId)).monitor;
    const jobId = current.step.kind === 'seal' ? current.step.jobId : '';
    await monitors.service.remove(OWNER, monitorId);
    const job = await database.query((db) =>
      db.selectFrom('jobs').select('status').where('job_id', '=', jobId).executeTakeFirst(),
    );
    expect(job?.status).toBe('cancelled');
  });

  it('wait for a bundle without holding a worker, and finish once its job has ended', async () => {
    world.jobEnds = 'never';
    const { monitorId } = await monitors.create();
    await monitors.settle();
    await monitors.pass(HOUR, 10 * MINUTE);
    expect(world.looks).toHaveLength(1);
    expect((await monitors.state(monitorId)).monitor.dueAt).toBeNull();
    await database.query((db) =>
      db
        .updateTable('jobs')
        .set({ status: 'failed', error_code: 'URL_BLOCKED' })
        .where('status', '=', 'queued')
        .execute(),
    );
    await monitors.settle();
    expect((await monitors.state(monitorId)).lastCheck).toMatchObject({
      ...{ outcome: 'error', errorCode: 'URL_BLOCKED', httpStatus: 200 },
    });
  });
});
