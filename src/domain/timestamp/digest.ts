import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { type Der, readMembers } from './der.ts';
import { readOid } from './der-values.ts';
import { OID } from './oids.ts';

/** A hash function, by its name in WebCrypto. */
export type DigestName = 'SHA-256' | 'SHA-384' | 'SHA-512';

const NAMES: Readonly<Record<string, DigestName>> = {
  [OID.sha256]: 'SHA-256',
  [OID.sha384]: 'SHA-384',
  [OID.sha512]: 'SHA-512',
};

const HASHES = { 'SHA-256': sha256, 'SHA-384': sha384, 'SHA-512': sha512 } as const;

/** The digest that an AlgorithmIdentifier names; null for one that is not taken, such as SHA-1. @throws TypeError */
export const readDigestName = (algorithm: Der | undefined): DigestName | null =>
  NAMES[readOid(readMembers(algorithm)[0])] ?? null;

/** Digest of some short bytes. */
export const digestOf = (name: DigestName, bytes: Uint8Array): Uint8Array => HASHES[name](bytes);
