import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { type DatabasePlace, databaseKinds } from '../../support/databases.ts';
import { createWorld, HOUR, openMonitors, seen, type World } from '../../support/monitors.ts';

const child = new URL('take-checks-and-hang.ts', import.meta.url).pathname;
const LEASE_MS = 30_000;

/** Another process takes a check and dies in the middle of its look. @returns the page it looked at. */
async function takeAndDie(place: DatabasePlace, folder: string, world: World): Promise<string> {
  const args = [child, place.dataDir, place.databaseUrl ?? '', folder, String(world.clock.time)];
  const taking = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(taking.stdout);
  const [url] = (await once(lines, 'line')) as [string];
  taking.kill('SIGKILL');
  await once(taking, 'exit');
  return url;
}

describe.each(databaseKinds)('a check whose worker dies in $kind', ({ kind, prepare }) => {
  const source = prepare();

  it('is done by another one, once', { timeout: 60_000 }, async () => {
    const place = await source.newPlace();
    const world = createWorld();
    const before = await source.open(place);
    const { create, folder } = openMonitors(before, world);
    const { monitorId } = await create();
    if (kind === 'pglite') await before.close();
    expect(await takeAndDie(place, folder, world)).toBe('https://example.com/terms');
    const monitors = openMonitors(kind === 'pglite' ? await source.open(place) : before, world, folder);
    await monitors.settle();
    expect(world.looks).toEqual([]);
    // The only process of an embedded database knows at once that nobody else is at work.
    if (kind === 'pglite') await monitors.repository.releaseAll();
    else world.clock.time += LEASE_MS;
    await monitors.settle();
    const checks = await monitors.checks(monitorId);
    expect(checks.map(({ check }) => [check.seq, check.outcome])).toEqual([[1, 'baseline']]);
    monitors.close();
  });
});

describe.runIf(databaseKinds.some(({ kind }) => kind === 'postgres'))('workers of a cluster', () => {
  const source = databaseKinds.find(({ kind }) => kind === 'postgres')?.prepare();

  const openCluster = async (world: World) => {
    const place = await source!.newPlace();
    const first = openMonitors(await source!.open(place), world);
    const others = [await source!.open(place), await source!.open(place)];
    const [second, third] = others.map((other) => openMonitors(other, world, first.folder));
    return [first, second!, third!] as const;
  };

  it('do each check once, however often they look for work at the same time', {
    timeout: 60_000,
  }, async () => {
    const world = createWorld();
    const nodes = await openCluster(world);
    const [first] = nodes;
    const urls = Array.from({ length: 40 }, (_, index) => `https://example.com/${index}`);
    for (const url of urls) await first.create({ url });
    for (let round = 0; round < 3; round += 1) {
      const looked = world.looks.length;
      for (let idle = 0; idle < 3; ) {
        const found = await Promise.all(nodes.map(({ worker }) => worker.takeDue()));
        await Promise.all(nodes.map(({ worker }) => worker.idle()));
        idle = found.some(Boolean) ? 0 : idle + 1;
      }
      expect(
        world.looks
          .slice(looked)
          .map(({ url }) => url)
          .toSorted(),
      ).toEqual(urls.toSorted());
      world.clock.time += HOUR;
    }
    expect(nodes.flatMap(({ errors }) => errors)).toEqual([]);
    first.close();
  });

  it('drop what a worker found that was silent for too long', { timeout: 60_000 }, async () => {
    const world = createWorld();
    const [slow, quick] = await openCluster(world);
    const { monitorId } = await slow.create();
    const answer = Promise.withResolvers<void>();
    world.page = async () => {
      await answer.promise;
      return seen('Slow.');
    };
    await slow.worker.takeDue();
    await expect.poll(() => world.looks.length).toBe(1);
    world.page = () => seen('Quick.');
    world.clock.time += LEASE_MS;
    await quick.settle();
    answer.resolve();
    await slow.worker.idle();
    const checks = await slow.checks(monitorId);
    expect(checks.map(({ check }) => check.outcome)).toEqual(['baseline']);
    expect(world.bundles).toHaveLength(1);
    slow.close();
  });

  it('keep what they hold', { timeout: 60_000 }, async () => {
    const world = createWorld();
    const [slow, quick] = await openCluster(world);
    await slow.create();
    const answer = Promise.withResolvers<void>();
    world.page = async () => {
      await answer.promise;
      return seen('Slow.');
    };
    await slow.worker.takeDue();
    for (let renewals = 0; renewals < 3; renewals += 1) {
      world.clock.time += LEASE_MS / 2;
      await slow.worker.renew();
    }
    await quick.settle();
    expect(world.looks).toHaveLength(1);
    answer.resolve();
    await slow.worker.idle();
    slow.close();
  });
});
