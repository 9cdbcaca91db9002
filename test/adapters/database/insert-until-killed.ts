// Run by durability.test.ts: inserts keys and names each one on stdout once its commit is acknowledged.
import { writeSync } from 'node:fs';
import { createApiKeyRepository } from '../../../src/adapters/database/api-key-repository.ts';
import { openDatabase } from '../../../src/adapters/database/database.ts';

const [dataDir = ''] = process.argv.slice(2);
const database = await openDatabase({ dataDir, databaseUrl: null, onError: () => {} });
const keys = createApiKeyRepository(database);
const start = (await keys.list()).length;
for (let index = start; ; index++) {
  const id = `key${String(index).padStart(8, '0')}`;
  await keys.create({
    id,
    secretSha256: 'a'.repeat(64),
    plan: 'free',
    email: null,
    state: 'active',
    createdAt: new Date(),
  });
  writeSync(1, `${id}\n`);
}
