import type { Selectable } from 'kysely';
import type { ApiKeyRecord } from '../../domain/account/api-key.ts';
import type { ApiKeyRepository } from '../../domain/account/port.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** API keys in SQL. */
export function createApiKeyRepository(database: Database): ApiKeyRepository {
  return {
    async get(id) {
      const row = await database.query((db) =>
        db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst(),
      );
      return row ? toRecord(row) : null;
    },
    async create(record) {
      const inserted = await database.query((db) =>
        db
          .insertInto('api_keys')
          .values(toRow(record))
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst(),
      );
      return inserted !== undefined;
    },
    async list() {
      const rows = await database.query((db) =>
        db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id').execute(),
      );
      return rows.map(toRecord);
    },
    async setState(id, state) {
      return database.transaction(async (trx) => {
        // Revoked is final.
        await trx
          .updateTable('api_keys')
          .set({ state })
          .where('id', '=', id)
          .where('state', '<>', 'revoked')
          .execute();
        const row = await trx.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
        return row ? toRecord(row) : null;
      });
    },
  };
}

const toRow = (record: ApiKeyRecord) => ({
  id: record.id,
  secret_sha256: record.secretSha256,
  plan: record.plan,
  email: record.email,
  state: record.state,
  created_at: record.createdAt,
});

const toRecord = (row: Selectable<Schema['api_keys']>): ApiKeyRecord => ({
  id: row.id,
  secretSha256: row.secret_sha256,
  plan: row.plan,
  email: row.email,
  state: row.state,
  createdAt: row.created_at,
});
