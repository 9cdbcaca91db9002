import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tells the id of each bundle whose row changed, on the commit that changed it. */
export const bundleChanges: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`create function tell_bundle_change() returns trigger language plpgsql as
    'begin perform pg_notify(''affiant_bundle_changed'', old.bundle_id); return null; end'`,
  sql`create trigger bundle_change_is_told after update or delete on bundles
    for each row execute function tell_bundle_change()`,
];
