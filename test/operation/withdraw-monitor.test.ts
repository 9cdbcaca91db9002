import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Services } from '../../src/operation/services.ts';
import { withdrawMonitor } from '../../src/operation/withdraw-monitor.ts';
import { OWNER } from '../support/custody.ts';
import { databaseKinds } from '../support/databases.ts';
import { createWorld, HOUR, type OpenedMonitors, openMonitors } from '../support/monitors.ts';

const source = databaseKinds[0]!.prepare();
const world = createWorld();
let monitors: OpenedMonitors;
beforeAll(async () => {
  monitors = openMonitors(await source.open(), world);
});
afterAll(() => monitors.close());

it('takes a monitor back with its bundle, and twice is fine', async () => {
  const deleted: string[] = [];
  const services = {
    monitors: monitors.service,
    deletions: { delete: async (_owner: unknown, bundleId: string) => deleted.push(bundleId) },
  } as unknown as Services;
  const { monitorId } = await monitors.create();
  await monitors.settle();
  for (let times = 0; times < 2; times += 1)
    await withdrawMonitor({ monitor_id: monitorId }, { services, owner: OWNER });
  expect(deleted).toEqual(world.bundles.map(({ bundleId }) => bundleId));
  await monitors.pass(2 * HOUR, HOUR);
  expect(world.looks).toHaveLength(1);
});
