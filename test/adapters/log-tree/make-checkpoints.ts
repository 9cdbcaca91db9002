// Run by many-processes.test.ts: appends leaves and makes checkpoints for some milliseconds (second argument), as fast as it can.
import { openDatabase } from '../../../src/adapters/database/database.ts';
import { openCheckpoints } from '../../support/checkpoints.ts';
import { appendLeaves } from '../../support/log-leaves.ts';

const [databaseUrl = '', milliseconds = '0'] = process.argv.slice(2);
const database = await openDatabase({ dataDir: '', databaseUrl, onError: () => {} });
const service = openCheckpoints(database);
for (const end = Date.now() + Number(milliseconds); Date.now() < end; ) {
  await appendLeaves(database, 1 + Math.floor(Math.random() * 5));
  await Promise.all([service.create({ sign: Math.random() < 0.8 }), service.create({ sign: true })]);
}
await database.close();
