// Run by many-workers.test.ts: takes due checks and never ends them; prints the URL of each look.
import { openDatabase } from '../../../src/adapters/database/database.ts';
import { createWorld, openMonitors } from '../../support/monitors.ts';

const [dataDir = '', databaseUrl = '', folder = '', time = ''] = process.argv.slice(2);
const database = await openDatabase({ dataDir, databaseUrl: databaseUrl || null, onError: () => {} });
const world = createWorld();
world.clock.time = Number(time);
world.page = ({ url }) => {
  process.stdout.write(`${url}\n`);
  return new Promise(() => {});
};
// Keeps the process alive: a look that never ends holds nothing open.
setInterval(() => {}, 1000);
await openMonitors(database, world, folder).worker.takeDue();
