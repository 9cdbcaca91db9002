import { fromHex, toHex } from '../../core/bytes.ts';
import { type Clock, systemClock, toTimestamp } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import { createLocalSigner } from '../../domain/signing/local-signer.ts';
import type { KeyDirectory, Signer, SigningKeyRecord } from '../../domain/signing/port.ts';
import {
  addressOfPrivateKey,
  generatePrivateKey,
  parsePrivateKey,
} from '../../domain/signing/private-key.ts';
import type { Database } from '../database/database.ts';
import { changeSetting } from '../database/service-settings.ts';
import { readKeyFile, type StoredKey, writeKeyFile } from './signing-key-file.ts';

/** Where the signing keys come from. */
export interface SigningKeysOptions {
  /** The keys lie in `<dataDir>/keys/signing-keys.json`. */
  readonly dataDir: string;
  /** `AFFIANT_SIGNING_KEY`: 64 hex digits. It signs, and is never written down. */
  readonly signingKey: string | null;
  readonly database: Database;
  readonly clock?: Clock;
}

/** The opened keys. */
export interface SigningKeys {
  /** Signs with the key in force. */
  readonly signer: Signer;
  readonly directory: KeyDirectory;
}

/** Setting in which the nodes of one database tell each other which keys there are. */
interface KnownKeys {
  readonly keys: readonly SigningKeyRecord[];
}

/** A private key with the record that is published of it. */
interface GivenKey {
  readonly privateKey: Uint8Array;
  readonly record: SigningKeyRecord;
}

/**
 * Open the signing keys: the given one, those of the data folder, or a new one on the very first start.
 *
 * @throws EvidenceError `SIGNING_KEY_MISSING` when other nodes of the database sign with a key that is not
 *   here, when the key given is retired or revoked, or when the file is damaged; `REQUEST_INVALID` when the
 *   key given is none; and what the database throws.
 */
export async function openSigningKeys(options: SigningKeysOptions): Promise<SigningKeys> {
  const now = toTimestamp((options.clock ?? systemClock).now());
  const given = options.signingKey === null ? null : describeKey(parsePrivateKey(options.signingKey), now);
  let keys: readonly StoredKey[] = [];
  await changeSetting<KnownKeys>(options.database, 'signing_keys', async (present) => {
    const known = present?.keys ?? [];
    const filed = await readKeyFile(options.dataDir);
    if (options.database.kind === 'postgres') assertHeld(known, filed, given);
    keys = mergeKeys(known, filed, given);
    if (!given && !keys.some(canSign)) keys = [...keys, createKey(now)];
    if (JSON.stringify(keys) !== JSON.stringify(filed)) await writeKeyFile(options.dataDir, keys);
    return { keys: keys.map(toRecord) };
  });
  const active = activeKey(keys, given);
  return {
    signer: createLocalSigner({ privateKey: active.privateKey, keyId: active.record.key_id }),
    directory: { list: async () => keys.map(toRecord) },
  };
}

/** A second node that made a key of its own would sign with a key that its users do not trust. */
function assertHeld(
  known: readonly SigningKeyRecord[],
  filed: readonly StoredKey[],
  given: GivenKey | null,
): void {
  const held = new Set(filed.filter(canSign).map((key) => key.key_id));
  if (given) held.add(given.record.key_id);
  const missing = known.filter((key) => isInForce(key) && !held.has(key.key_id)).map((key) => key.key_id);
  if (missing.length > 0)
    throw new EvidenceError('SIGNING_KEY_MISSING', undefined, { details: { key_ids: missing } });
}

/** Every key that anybody knows, oldest first. What the database says of one is the same for all nodes. */
function mergeKeys(
  known: readonly SigningKeyRecord[],
  filed: readonly StoredKey[],
  given: GivenKey | null,
): StoredKey[] {
  const keys = new Map<string, StoredKey>();
  if (given) keys.set(given.record.key_id, { ...given.record, private_key: null });
  for (const key of filed) keys.set(key.key_id, key);
  for (const record of known)
    keys.set(record.key_id, { private_key: null, ...keys.get(record.key_id), ...record });
  return [...keys.values()].sort((left, right) => left.created_at.localeCompare(right.created_at));
}

/** The given key signs, else the newest one in force. */
function activeKey(keys: readonly StoredKey[], given: GivenKey | null): GivenKey {
  if (!given) {
    const key = keys.findLast(canSign);
    if (!key?.private_key) throw new EvidenceError('SIGNING_KEY_MISSING');
    return { privateKey: fromHex(key.private_key), record: toRecord(key) };
  }
  if (keys.some((key) => key.key_id === given.record.key_id && isInForce(key))) return given;
  throw new EvidenceError('SIGNING_KEY_MISSING', 'AFFIANT_SIGNING_KEY is a retired or revoked key.');
}

const isInForce = (key: SigningKeyRecord): boolean => key.retired_at === null && key.revoked_at === null;

const canSign = (key: StoredKey): boolean => isInForce(key) && key.private_key !== null;

function createKey(createdAt: string): StoredKey {
  const { privateKey, record } = describeKey(generatePrivateKey(), createdAt);
  return { ...record, private_key: toHex(privateKey) };
}

/** The id is the same on every node that has the key: `key_` and the first 16 hex digits of its address. */
function describeKey(privateKey: Uint8Array, createdAt: string): GivenKey {
  const address = addressOfPrivateKey(privateKey);
  const record: SigningKeyRecord = {
    key_id: `key_${address.slice(2, 18).toLowerCase()}`,
    algorithm: 'secp256k1-eip191',
    signer_address: address,
    created_at: createdAt,
    retired_at: null,
    revoked_at: null,
  };
  return { privateKey, record };
}

/** Without its private part. */
const toRecord = (key: StoredKey): SigningKeyRecord => ({
  key_id: key.key_id,
  algorithm: key.algorithm,
  signer_address: key.signer_address,
  created_at: key.created_at,
  retired_at: key.retired_at,
  revoked_at: key.revoked_at,
});
