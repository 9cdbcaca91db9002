import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { toTimestamp } from '../../core/clock.ts';
import { keyEntry } from '../../domain/log/entry.ts';
import type { KeyEvent } from '../../domain/signing/key-lifecycle.ts';
import type { SigningKeyRecord } from '../../domain/signing/port.ts';
import { appendLeaf, lockLog } from '../database/log-leaves.ts';
import type { Schema } from '../database/schema.ts';

interface SigningKeysTable {
  readonly key_id: string;
  readonly signer_address: string;
  readonly created_at: Date;
  readonly retired_at: Date | null;
  readonly revoked_at: Date | null;
  /** `bigint`: PGlite reads it as a number, `pg` as text. */
  readonly revoked_log_index: string | number | null;
  readonly reason: string | null;
}

type KeySchema = Schema & { readonly signing_keys: SigningKeysTable };

/** A row: what is published, and the operator's reason. */
export interface KeyRow {
  readonly record: SigningKeyRecord;
  readonly reason: string | null;
}

const KEYS_LOCK = 0x61666b657973;

/** Wait until no other transaction changes the list. Held until the end of the transaction. */
export async function lockKeys(trx: Transaction<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${KEYS_LOCK})`.execute(trx);
}

/** Every key, oldest first. */
export async function selectKeys(db: Kysely<Schema>): Promise<KeyRow[]> {
  const rows = await withKeys(db)
    .selectFrom('signing_keys')
    .selectAll()
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
  return rows.map(toKeyRow);
}

/** Add a key, with its entry in the log. */
export async function insertKey(
  trx: Transaction<Schema>,
  key: { readonly keyId: string; readonly signerAddress: string; readonly createdAt: Date },
): Promise<void> {
  const { keyId, signerAddress, createdAt } = key;
  await appendKeyEvent(trx, { keyId, signerAddress, event: 'created', at: createdAt });
  await withKeys(trx)
    .insertInto('signing_keys')
    .values({
      key_id: keyId,
      signer_address: signerAddress,
      created_at: createdAt,
      retired_at: null,
      revoked_at: null,
      revoked_log_index: null,
      reason: null,
    })
    .execute();
}

/** Retire a key, with its entry in the log. @param at from then on it does not sign. */
export async function retireKey(trx: Transaction<Schema>, key: SigningKeyRecord, at: Date): Promise<void> {
  const { key_id: keyId, signer_address: signerAddress } = key;
  await appendKeyEvent(trx, { keyId, signerAddress, event: 'retired', at });
  await withKeys(trx)
    .updateTable('signing_keys')
    .set({ retired_at: at })
    .where('key_id', '=', keyId)
    .execute();
}

/** Revoke a key, with its entry in the log, whose index is published: entries before it are older. */
export async function revokeKey(
  trx: Transaction<Schema>,
  key: SigningKeyRecord,
  { at, reason }: { readonly at: Date; readonly reason: string },
): Promise<void> {
  const { key_id: keyId, signer_address: signerAddress } = key;
  const index = await appendKeyEvent(trx, { keyId, signerAddress, event: 'revoked', at });
  await withKeys(trx)
    .updateTable('signing_keys')
    .set({ revoked_at: at, revoked_log_index: index, reason })
    .where('key_id', '=', keyId)
    .execute();
}

async function appendKeyEvent(
  trx: Transaction<Schema>,
  change: { keyId: string; signerAddress: string; event: KeyEvent; at: Date },
): Promise<number> {
  await lockLog(trx);
  const text = keyEntry({ ...change, at: toTimestamp(change.at) });
  return appendLeaf(trx, { text, kind: 'key', bundleId: null });
}

const withKeys = (db: Kysely<Schema>): Kysely<KeySchema> =>
  db.withTables<{ readonly signing_keys: SigningKeysTable }>();

const toKeyRow = ({ reason, ...row }: Selectable<SigningKeysTable>): KeyRow => ({
  record: {
    key_id: row.key_id,
    algorithm: 'secp256k1-eip191',
    signer_address: row.signer_address,
    created_at: toTimestamp(row.created_at),
    retired_at: row.retired_at && toTimestamp(row.retired_at),
    revoked_at: row.revoked_at && toTimestamp(row.revoked_at),
    ...(row.revoked_log_index !== null && { revoked_log_index: Number(row.revoked_log_index) }),
  },
  reason,
});
