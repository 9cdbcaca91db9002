import {
  addressOfPrivateKey,
  generatePrivateKey,
  parsePrivateKey,
} from '../../domain/signing/private-key.ts';
import type { KeyFilePlace } from './private-file.ts';
import { type HeldKey, readKeyFile, writeKeyFile } from './signing-key-file.ts';

export interface KeyringOptions extends KeyFilePlace {
  /** `AFFIANT_SIGNING_KEY`: 64 hex digits. It is never written down. */
  readonly signingKey: string | null;
  readonly now: Date;
}

/** The private keys at hand: those of the data folder, and the one that the operator gave. */
export interface Keyring {
  readonly given: HeldKey | null;
  /** Oldest first, the given one last. */
  keys(): readonly HeldKey[];
  find(keyId: string): HeldKey | null;
  /** Make a key and write it to the file. */
  create(now: Date): Promise<HeldKey>;
  /** Destroy the private parts of keys that sign no more. */
  destroy(keyIds: ReadonlySet<string>): Promise<void>;
  /** Read the file anew: another process of this data folder may have made a key. */
  reload(): Promise<void>;
}

/**
 * Take up the keys of a data folder and the given one.
 *
 * @throws EvidenceError `REQUEST_INVALID` when the given key is none; `KEY_FILE_LOCKED`, `SIGNING_KEY_MISSING` as
 *   `readKeyFile` does.
 */
export async function openKeyring({ signingKey, now, ...place }: KeyringOptions): Promise<Keyring> {
  const given = signingKey === null ? null : describeKey(parsePrivateKey(signingKey), now);
  let filed = await readKeyFile(place);
  const keys = () => (given ? [...filed, given] : filed);
  const write = async (next: readonly HeldKey[]) => {
    await writeKeyFile(place, next);
    filed = next;
  };
  return {
    given,
    keys,
    find: (keyId) => keys().findLast((key) => key.keyId === keyId) ?? null,
    async create(createdAt) {
      const key = describeKey(generatePrivateKey(), createdAt);
      await write([...(await readKeyFile(place)), key]);
      return key;
    },
    async destroy(keyIds) {
      const present = await readKeyFile(place);
      const kept = present.filter(({ keyId }) => !keyIds.has(keyId));
      if (kept.length < present.length) await write(kept);
    },
    async reload() {
      filed = await readKeyFile(place);
    },
  };
}

/** The id is the same on every node that has the key: `key_` and the first 16 hex digits of its address. */
function describeKey(privateKey: Uint8Array, createdAt: Date): HeldKey {
  const signerAddress = addressOfPrivateKey(privateKey);
  return { keyId: `key_${signerAddress.slice(2, 18).toLowerCase()}`, signerAddress, createdAt, privateKey };
}
