import type { Transaction } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import {
  assertMayEnd,
  chooseKey,
  isInForce,
  isUnended,
  type KeyLifecycle,
} from '../../domain/signing/key-lifecycle.ts';
import type { SigningKeyRecord } from '../../domain/signing/port.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { insertKey, lockKeys, retireKey, revokeKey, selectKeys } from './key-table.ts';
import type { Keyring } from './keyring.ts';
import type { KnownKeys } from './known-keys.ts';

export interface KeyAdministrationParts {
  readonly database: Database;
  readonly ring: Keyring;
  readonly known: KnownKeys;
  readonly clock: Clock;
}

/**
 * How long after its retirement a key may still sign in a cluster: until every node has looked at the list, with
 * some room for clocks that differ. A signature later than the retirement would be a false one.
 */
const RETIREMENT_NOTICE_MS = 60_000;

/** Changes of the list, each in one transaction with its entries in the log. */
export function createKeyAdministration(parts: KeyAdministrationParts): KeyLifecycle {
  const { database, known, clock } = parts;
  const noticeMs = database.kind === 'postgres' ? RETIREMENT_NOTICE_MS : 0;
  const retireAt = () => new Date(clock.now().getTime() + noticeMs);
  const change = (work: Change) => changeKeys(parts, work);
  return {
    async list() {
      const rows = await known.refresh();
      const active = activeKey(parts);
      return rows.map((row) => ({ ...row, isActive: row.record.key_id === active?.key_id }));
    },
    create: () => change((trx, keys) => addKey(trx, keys, parts)),
    rotate: () =>
      change(async (trx, keys) => {
        const keyId = await addKey(trx, keys, parts);
        for (const key of keys.filter(isUnended)) await retireKey(trx, key, retireAt());
        return keyId;
      }),
    retire: (keyId) =>
      change(async (trx, keys) => {
        assertMayEnd(keys, keyId);
        const key = keys.find(({ key_id }) => key_id === keyId);
        if (key && isUnended(key)) await retireKey(trx, key, retireAt());
        return keyId;
      }),
    revoke: (keyId, reason) =>
      change(async (trx, keys) => {
        assertMayEnd(keys, keyId);
        const key = keys.find(({ key_id }) => key_id === keyId);
        if (key?.revoked_at === null) await revokeKey(trx, key, { at: clock.now(), reason });
        return keyId;
      }),
  };
}

/** The key that signs here, as far as is known; null when none may. */
export const activeKey = ({
  ring,
  known,
  clock,
}: Pick<KeyAdministrationParts, 'ring' | 'known' | 'clock'>): SigningKeyRecord | null =>
  chooseKey(known.records(), {
    at: clock.now(),
    isHeld: (keyId) => ring.find(keyId) !== null,
    preferred: ring.given?.keyId ?? null,
  });

/** Changes the list inside a transaction. @returns the id of the key that is told about. */
type Change = (trx: Transaction<Schema>, keys: readonly SigningKeyRecord[]) => Promise<string>;

async function changeKeys(
  { database, ring, known, clock }: KeyAdministrationParts,
  work: Change,
): Promise<SigningKeyRecord> {
  const keyId = await database.transaction(async (trx) => {
    await lockKeys(trx);
    return work(
      trx,
      (await selectKeys(trx)).map(({ record }) => record),
    );
  });
  await known.refresh();
  const ended = known.records().filter((key) => !isInForce(key, clock.now()));
  // After the commit: a change that failed must not cost a key that is still in force.
  await ring.destroy(new Set(ended.map(({ key_id }) => key_id)));
  const changed = known.records().find(({ key_id }) => key_id === keyId);
  if (!changed) throw new EvidenceError('INTERNAL');
  return changed;
}

/** The key given from outside, when it is new to the list, else one of our own. */
async function addKey(
  trx: Transaction<Schema>,
  keys: readonly SigningKeyRecord[],
  { ring, clock }: KeyAdministrationParts,
): Promise<string> {
  const { given } = ring;
  if (given && keys.some(({ key_id }) => key_id === given.keyId)) {
    const hint = 'Set another AFFIANT_SIGNING_KEY and restart; then retire this one.';
    throw new EvidenceError('REQUEST_INVALID', 'The key that signs is given by AFFIANT_SIGNING_KEY.', {
      hint,
    });
  }
  const key = given ?? (await ring.create(clock.now()));
  await insertKey(trx, key);
  return key.keyId;
}
