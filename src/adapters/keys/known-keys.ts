import type { SigningKeyRecord } from '../../domain/signing/port.ts';
import type { Database } from '../database/database.ts';
import { type KeyRow, selectKeys } from './key-table.ts';
import type { Keyring } from './keyring.ts';

/** What this process knows of the list of keys. */
export interface KnownKeys {
  /** As of the last {@link refresh}: signing must not wait for a database that a transaction holds. */
  records(): readonly SigningKeyRecord[];
  /** Read the list, and the key file anew when a key appeared that is not held here. */
  refresh(): Promise<readonly KeyRow[]>;
}

/** Nothing is known before the first refresh. */
export function createKnownKeys(database: Database, ring: Keyring): KnownKeys {
  let records: readonly SigningKeyRecord[] = [];
  const lookedFor = new Set<string>();
  return {
    records: () => records,
    async refresh() {
      const rows = await database.query(selectKeys);
      records = rows.map(({ record }) => record);
      const strangers = records.filter(({ key_id }) => !ring.find(key_id) && !lookedFor.has(key_id));
      if (strangers.length > 0) await ring.reload();
      for (const { key_id } of strangers) lookedFor.add(key_id);
      return rows;
    },
  };
}
