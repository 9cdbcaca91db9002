import type { Transaction } from 'kysely';
import { type Clock, systemClock } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import { isInForce, type KeyLifecycle } from '../../domain/signing/key-lifecycle.ts';
import { createLocalSigner } from '../../domain/signing/local-signer.ts';
import type { DigestSigner, KeyDirectory, Signer, SigningKeyRecord } from '../../domain/signing/port.ts';
import { signDigest } from '../../domain/signing/private-key.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { activeKey, createKeyAdministration, type KeyAdministrationParts } from './key-administration.ts';
import { insertKey, lockKeys, selectKeys } from './key-table.ts';
import { type Keyring, openKeyring } from './keyring.ts';
import { createKnownKeys } from './known-keys.ts';
import type { HeldKey } from './signing-key-file.ts';

/** Where the signing keys come from. */
export interface SigningKeysOptions {
  /** The keys lie in `<dataDir>/keys/signing-keys.json`. */
  readonly dataDir: string;
  /** `AFFIANT_SIGNING_KEY`: 64 hex digits. It signs, and is never written down. */
  readonly signingKey: string | null;
  /** `AFFIANT_KEY_PASSPHRASE`: the file is encrypted with it. */
  readonly passphrase?: string | null;
  readonly database: Database;
  readonly clock?: Clock;
}

/** The opened keys. */
export interface SigningKeys {
  /** Signs with the key in force, whichever it is at that moment. Needs no database. */
  readonly signer: Signer;
  /** The same for digests. */
  readonly digestSigner: DigestSigner;
  /** The list as the database has it; reading it also tells the signer. */
  readonly directory: KeyDirectory;
  readonly lifecycle: KeyLifecycle;
  /** Stop looking for changes that other nodes make. */
  close(): Promise<void>;
}

/** How often a node of a cluster looks for changes: well within the notice that a retirement gives. */
const REFRESH_MS = 15_000;

/**
 * Open the signing keys: the given one, those of the data folder, or a new one on the very first start.
 *
 * @throws EvidenceError `SIGNING_KEY_MISSING` when no key in force is here, when the key given is retired or
 *   revoked, or when the file is damaged; `KEY_FILE_LOCKED` without the right passphrase; `REQUEST_INVALID` when
 *   the key given is none; and what the database throws.
 */
export async function openSigningKeys(options: SigningKeysOptions): Promise<SigningKeys> {
  const parts = await openParts(options);
  const { database, ring, known, clock } = parts;
  await database.transaction((trx) => ensureKey(trx, parts));
  await known.refresh();
  assertGivenInForce(ring, known.records(), clock.now());
  const timer = database.kind === 'postgres' ? setInterval(() => refreshQuietly(parts), REFRESH_MS) : null;
  timer?.unref();
  return {
    signer: { sign: async (text) => createLocalSigner(heldKey(parts)).sign(text) },
    digestSigner: {
      async signDigest(digest) {
        const { keyId, signerAddress, privateKey } = heldKey(parts);
        return { keyId, signerAddress, signature: signDigest(digest, privateKey) };
      },
    },
    directory: { list: async () => (await known.refresh()).map(({ record }) => record) },
    lifecycle: createKeyAdministration(parts),
    close: async () => clearInterval(timer ?? undefined),
  };
}

/**
 * The operator's actions alone, for a command beside the service: makes no key by itself, and needs none.
 *
 * @throws EvidenceError `KEY_FILE_LOCKED`, `SIGNING_KEY_MISSING`, `REQUEST_INVALID` as {@link openSigningKeys}.
 */
export async function openKeyLifecycle(options: SigningKeysOptions): Promise<KeyLifecycle> {
  return createKeyAdministration(await openParts(options));
}

async function openParts(options: SigningKeysOptions): Promise<KeyAdministrationParts> {
  const { dataDir, signingKey, passphrase = null, database, clock = systemClock } = options;
  const ring = await openKeyring({ dataDir, passphrase, signingKey, now: clock.now() });
  return { database, ring, known: createKnownKeys(database, ring), clock };
}

/** The key in force at this moment. @throws EvidenceError `SIGNING_KEY_MISSING`. */
function heldKey(parts: KeyAdministrationParts): HeldKey {
  const active = activeKey(parts);
  const held = active && parts.ring.find(active.key_id);
  if (!held) throw new EvidenceError('SIGNING_KEY_MISSING');
  return held;
}

/** Record the keys that are new here; make one where there is none. */
async function ensureKey(
  trx: Transaction<Schema>,
  { database, ring, clock }: KeyAdministrationParts,
): Promise<void> {
  await lockKeys(trx);
  const known = (await selectKeys(trx)).map(({ record }) => record);
  const inForce = known.filter((key) => isInForce(key, clock.now()));
  const isHeld = inForce.some(({ key_id }) => ring.find(key_id));
  // On a single machine the operator may replace the given key; in a cluster it could be a wrong one.
  const isReplaced = database.kind === 'pglite' && ring.given !== null;
  if (inForce.length > 0 && !isHeld && !isReplaced) throw missing(inForce);
  const isKnown = (keyId: string) => known.some(({ key_id }) => key_id === keyId);
  const newcomers = ring.keys().filter(({ keyId }) => !isKnown(keyId));
  if (inForce.length === 0 && newcomers.length === 0) newcomers.push(await ring.create(clock.now()));
  for (const key of newcomers) await insertKey(trx, key);
}

function assertGivenInForce({ given }: Keyring, keys: readonly SigningKeyRecord[], now: Date): void {
  const isUsable = keys.some((key) => key.key_id === given?.keyId && isInForce(key, now));
  if (given && !isUsable)
    throw new EvidenceError('SIGNING_KEY_MISSING', 'AFFIANT_SIGNING_KEY is a retired or revoked key.');
}

/** Another key in its place would sign what the users of this service do not trust. */
const missing = (inForce: readonly SigningKeyRecord[]): EvidenceError =>
  new EvidenceError('SIGNING_KEY_MISSING', undefined, {
    details: { key_ids: inForce.map(({ key_id }) => key_id) },
  });

const refreshQuietly = ({ known }: KeyAdministrationParts): void => {
  // A database that is away is told by every call that needs it.
  known.refresh().catch(() => {});
};
