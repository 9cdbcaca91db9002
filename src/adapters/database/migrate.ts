import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import { initial } from './migrations/0001-initial.ts';
import { checkpoints } from './migrations/0002-checkpoints.ts';
import { custody } from './migrations/0003-custody.ts';
import { keysAndTimestamps } from './migrations/0004-keys-and-timestamps.ts';
import { idempotency } from './migrations/0005-idempotency.ts';
import { ledger } from './migrations/0006-ledger.ts';
import { idempotentSubjects } from './migrations/0007-idempotent-subjects.ts';
import { payments } from './migrations/0008-payments.ts';
import { signIn } from './migrations/0009-sign-in.ts';
import { batches } from './migrations/0010-batches.ts';
import { webhooks } from './migrations/0011-webhooks.ts';
import { bundleChanges } from './migrations/0013-bundle-changes.ts';
import type { Schema } from './schema.ts';

/** Every migration, oldest first. A released one never changes. */
const MIGRATIONS = {
  '0001-initial': initial,
  '0002-checkpoints': checkpoints,
  '0003-custody': custody,
  '0004-keys-and-timestamps': keysAndTimestamps,
  '0005-idempotency': idempotency,
  '0006-ledger': ledger,
  '0007-idempotent-subjects': idempotentSubjects,
  '0008-payments': payments,
  '0009-sign-in': signIn,
  '0010-batches': batches,
  '0011-webhooks': webhooks,
  '0013-bundle-changes': bundleChanges,
};

/**
 * Bring the tables up to date. Processes that start at once on one server wait for each other: Kysely
 * takes an advisory lock.
 *
 * @throws unknown the database's own error.
 */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  if (await isUpToDate(db)) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** The migrator reads the whole catalogue even when there is nothing to do: 100 to 300 ms of each start. */
async function isUpToDate(db: Kysely<Schema>): Promise<boolean> {
  const table = await sql<{
    name: string | null;
  }>`select to_regclass(${DEFAULT_MIGRATION_TABLE})::text as name`.execute(db);
  if (!table.rows[0]?.name) return false;
  const applied = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(
    db,
  );
  const names = new Set(applied.rows.map(({ name }) => name));
  return Object.keys(MIGRATIONS).every((name) => names.has(name));
}
