import * as z from 'zod/mini';
import { fromUtf8 } from '../../core/bytes.ts';
import { canonicalBytes } from '../../core/canonical-json.ts';
import { parseAddress } from './address.ts';
import type { SigningKeyRecord } from './port.ts';

const time = z.iso.datetime();

const keySchema = z.object({
  key_id: z.string().check(z.minLength(1), z.maxLength(100)),
  algorithm: z.literal('secp256k1-eip191'),
  signer_address: z.string().check(z.refine((text) => parseAddress(text) !== null)),
  created_at: time,
  retired_at: z.nullable(time),
  revoked_at: z.nullable(time),
  revoked_log_index: z.optional(z.int().check(z.nonnegative())),
});

const keyListSchema = z.object({
  schema: z.literal('affiant-keys/v1'),
  keys: z.array(keySchema).check(z.maxLength(1000)),
  log: z.nullish(z.object({ origin: z.string(), vkey: z.string() })),
});

/** The log whose checkpoints belong to a service. */
export interface LogIdentity {
  readonly origin: string;
  /** C2SP verifier key. */
  readonly vkey: string;
}

/**
 * The published list of keys: `/.well-known/affiant-keys.json`, `/v1/keys` and `seals/keys.json`.
 *
 * @see evidence-format.md 9
 */
export interface KeyList {
  readonly schema: 'affiant-keys/v1';
  readonly keys: readonly SigningKeyRecord[];
  readonly log: LogIdentity | null;
}

/** The list in its published shape. `log` is null while the service has no log key. */
export const buildKeyList = (keys: readonly SigningKeyRecord[], log: LogIdentity | null): KeyList => ({
  schema: 'affiant-keys/v1',
  keys,
  // What else is known of the log has no place in the format.
  log: log && { origin: log.origin, vkey: log.vkey },
});

/** Bytes of `seals/keys.json`, canonical JSON. */
export const encodeKeyList = (list: KeyList): Uint8Array => canonicalBytes(list);

/** Read a published list. @throws Error when the bytes are none. */
export function parsePublishedKeys(bytes: Uint8Array): KeyList {
  const { keys, log } = keyListSchema.parse(JSON.parse(fromUtf8(bytes)));
  return buildKeyList(keys, log ?? null);
}

/** The signing keys of a list. @throws Error when the bytes are no such list. */
export const parseKeyList = (bytes: Uint8Array): readonly SigningKeyRecord[] =>
  parsePublishedKeys(bytes).keys;
