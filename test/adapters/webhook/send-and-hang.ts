// Run by crash.test.ts: takes the delivery that is due and sends it, but never notes the outcome.
import { openDatabase } from '../../../src/adapters/database/database.ts';
import { never, openWebhooks } from '../../support/webhooks.ts';

const [dataDir = '', databaseUrl = ''] = process.argv.slice(2);
const database = await openDatabase({ dataDir, databaseUrl: databaseUrl || null, onError: () => {} });
const deliveries = openWebhooks(database).openDeliveries({ record: () => new Promise(() => {}) });
const claimed = await deliveries.claim();
if (!claimed) throw new Error('nothing is due');
setInterval(() => {}, 60_000);
await deliveries.attempt(claimed, never);
