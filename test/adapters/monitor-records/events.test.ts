import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBundleRepository } from '../../../src/adapters/database/bundle-repository.ts';
import type { Database } from '../../../src/adapters/database/database.ts';
import { createMonitorTraces } from '../../../src/adapters/monitor-records/monitor-traces.ts';
import { withWebhookTables } from '../../../src/adapters/webhook/webhook-schema.ts';
import { createWebhookTraces } from '../../../src/adapters/webhook/webhook-traces.ts';
import { createId } from '../../../src/core/id.ts';
import type { MonitorSettings } from '../../../src/domain/monitor/monitor.ts';
import { OWNER } from '../../support/custody.ts';
import { databaseKinds } from '../../support/databases.ts';
import {
  BLOCKED,
  CONFIRM_MS,
  createWorld,
  HOUR,
  type OpenedMonitors,
  openMonitors,
  seen,
  type World,
} from '../../support/monitors.ts';
import { openBody } from '../../support/webhooks.ts';

describe.each(databaseKinds)('what a monitor tells, and what is left of it, in $kind', ({ prepare }) => {
  const source = prepare();
  let database: Database;
  let world: World;
  let monitors: OpenedMonitors;
  beforeAll(async () => {
    database = await source.open();
    world = createWorld('One.\nTwo.');
    monitors = openMonitors(database, world);
  });
  afterAll(() => monitors.close());

  const show = (text: string) => {
    world.page = () => seen(text);
  };
  /** A monitor with a webhook and a baseline. */
  const watch = async (settings: Partial<MonitorSettings> = {}) => {
    show('One.\nTwo.');
    const webhook = {
      ...{ webhookId: createId('wh'), url: 'https://example.org/hook', sealedSecret: new Uint8Array(32) },
    };
    const { monitorId } = await monitors.create(settings, webhook);
    await monitors.settle();
    return monitorId;
  };
  const eventsOf = async (monitorId: string) => {
    const rows = await database.query((db) =>
      withWebhookTables(db)
        .selectFrom('webhook_deliveries')
        .innerJoin('webhooks', 'webhooks.webhook_id', 'webhook_deliveries.webhook_id')
        .selectAll('webhook_deliveries')
        .where('subject_id', '=', monitorId)
        .orderBy('delivery_id')
        .execute(),
    );
    return rows.map((row) => ({ type: row.type, data: JSON.parse(openBody(row)).data }));
  };
  const changeTo = async (text: string) => {
    show(text);
    await monitors.pass(HOUR);
    await monitors.pass(CONFIRM_MS);
  };

  it('is each change once, with both bundles and what was said before and after', async () => {
    const monitorId = await watch();
    await changeTo('One.\nThree.\nFour.');
    await monitors.pass(3 * HOUR, HOUR);
    const [baseline, changed] = await monitors.checks(monitorId);
    expect(await eventsOf(monitorId)).toEqual([
      {
        type: 'monitor.changed',
        data: {
          ...{ monitor_id: monitorId, check_id: changed?.check.checkId, url: 'https://example.com/terms' },
          previous_bundle_id: baseline?.check.bundle?.bundleId,
          bundle_id: changed?.check.bundle?.bundleId,
          previous_manifest_sha256: baseline?.check.bundle?.manifestSha256,
          manifest_sha256: changed?.check.bundle?.manifestSha256,
          diff: {
            summary: changed?.diff?.summary,
            added: expect.arrayContaining([expect.stringMatching(/Three|Four/)]),
            removed: ['Two.'],
          },
          untrusted: true,
        },
      },
    ]);
    await monitors.service.remove(OWNER, monitorId);
    expect(await eventsOf(monitorId)).toEqual([]);
  });

  it('stays small, however much changed', async () => {
    const monitorId = await watch();
    await changeTo(Array.from({ length: 500 }, (_, index) => `${index} ${'word '.repeat(400)}`).join('\n'));
    const [event] = await eventsOf(monitorId);
    expect(event?.data.diff.added).toHaveLength(10);
    expect(JSON.stringify(event).length).toBeLessThan(20_000);
    await monitors.service.remove(OWNER, monitorId);
  });

  it('is once that it was paused, and once that its checks are used up', async () => {
    const [paused, used] = [await watch(), await watch({ url: 'https://example.com/used' })];
    await monitors.repository.whileLocked({ ownerId: OWNER.ownerId, monitorId: used }, ({ update }) =>
      update({ checksRemaining: 1 }),
    );
    world.page = () => BLOCKED;
    await monitors.pass(72 * HOUR, HOUR);
    await monitors.service.requestCheck(OWNER, paused);
    await monitors.settle();
    expect(await eventsOf(paused)).toMatchObject([
      { type: 'monitor.failed', data: { monitor_id: paused, faults: 10, error_code: 'PAGE_BLOCKED' } },
    ]);
    expect(await eventsOf(used)).toMatchObject([{ type: 'monitor.exhausted', data: { monitor_id: used } }]);
    for (const monitorId of [paused, used]) await monitors.service.remove(OWNER, monitorId);
  });

  it('goes with the bundle that it quotes; the next change begins anew', async () => {
    const monitorId = await watch();
    await changeTo('One.\nThree.');
    const [baseline, changed] = await monitors.checks(monitorId);
    const traces = createMonitorTraces(database, monitors.files);
    await traces.purge({ bundleId: baseline!.check.bundle!.bundleId, jobId: null });
    expect((await monitors.checks(monitorId))[1]?.diff).toBeNull();
    const content = { kind: 'content', checkId: changed!.check.checkId } as const;
    expect(await monitors.files.read(monitorId, content)).toMatchObject({ lines: ['One.', 'Three.'] });
    await createWebhookTraces(database).purge({ bundleId: baseline!.check.bundle!.bundleId, jobId: null });
    expect(await eventsOf(monitorId)).toEqual([]);
    await traces.purge({ bundleId: changed!.check.bundle!.bundleId, jobId: null });
    expect(await monitors.files.read(monitorId, content)).toBeNull();
    await monitors.pass(HOUR);
    show('One.\nFive.');
    await monitors.pass(HOUR);
    const outcomes = (await monitors.checks(monitorId)).map(({ check }) => check.outcome);
    expect(outcomes).toEqual(['baseline', 'changed', 'unchanged', 'baseline']);
    await monitors.service.remove(OWNER, monitorId);
  });

  it('leaves no quotes of a bundle that was deleted while the check was under way', async () => {
    const monitorId = await watch();
    const [baseline] = await monitors.checks(monitorId);
    const { bundleId } = baseline!.check.bundle!;
    const digest = 'a'.repeat(64);
    const facts = { bundleId, ownerId: OWNER.ownerId, jobId: null, mode: 'extract', createdAt: new Date(0) };
    const links = { parent: null, parentIsExplicit: false, legalHold: false, retentionUntil: null };
    const sealed = { sourceKey: digest, manifestSha256: digest, signatureSha256: digest, logEntry: '{}' };
    await createBundleRepository(database).publish({ ...facts, ...links, ...sealed }, async () => {});
    await database.query((db) =>
      db.updateTable('bundles').set({ status: 'deleted' }).where('bundle_id', '=', bundleId).execute(),
    );
    await changeTo('One.\nThree.');
    const [, changed] = await monitors.checks(monitorId);
    expect(changed).toMatchObject({ check: { outcome: 'changed' }, diff: null });
    await monitors.service.remove(OWNER, monitorId);
  });

  it('is nothing when the service stops in the middle of a check, which is done after the next start', async () => {
    const monitorId = await watch();
    const looking = Promise.withResolvers<void>();
    world.page = (_options, { signal }) => {
      looking.resolve();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    world.clock.time += HOUR;
    const worker = monitors.startWorker();
    await worker.takeDue();
    await looking.promise;
    await worker.stop();
    expect(monitors.errors).toEqual([]);
    show('One.\nTwo.');
    await monitors.settle();
    expect((await monitors.state(monitorId)).lastCheck).toMatchObject({ seq: 2, outcome: 'unchanged' });
    await monitors.service.remove(OWNER, monitorId);
  });
});
