import { sql } from 'kysely';
import type { Database } from './database.ts';

const SETTINGS_LOCK = 0x61667365;

/**
 * Read a setting of the service and replace it, alone among all processes.
 *
 * @param change gets the present value (null when there is none) and returns the next one. What it
 *   throws leaves the setting as it was.
 * @returns the next value.
 */
export function changeSetting<T extends object>(
  database: Database,
  name: string,
  change: (present: T | null) => Promise<T>,
): Promise<T> {
  return database.transaction(async (trx) => {
    await sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`.execute(trx);
    const row = await trx
      .selectFrom('service_settings')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    const next = await change((row?.value as T | undefined) ?? null);
    const value = JSON.stringify(next);
    await trx
      .insertInto('service_settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    return next;
  });
}
