import { randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { fromHex, toHex, utf8 } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import { createLogSigner } from '../../domain/checkpoint/log-signer.ts';
import type { LogSigner } from '../../domain/checkpoint/port.ts';
import { decodeBase64 } from '../../domain/note/base64.ts';
import { isKeyName } from '../../domain/note/note.ts';
import type { Database } from '../database/database.ts';
import { changeSetting } from '../database/service-settings.ts';
import type { KeyFilePlace } from '../keys/private-file.ts';
import { readLogKey, writeLogKey } from './log-key-file.ts';

export interface LogIdentityOptions {
  /** The key lies in `<dataDir>/keys/log-key.json`. */
  readonly dataDir: string;
  readonly database: Database;
  /** Names the log at the very first start: `<host>/log`. */
  readonly baseUrl: string;
  /** `AFFIANT_LOG_ORIGIN`. */
  readonly logOrigin: string | null;
  /** `AFFIANT_LOG_KEY`: 32 bytes in hex or base64. It signs, and is never written down. */
  readonly logKey: string | null;
  /** `AFFIANT_KEY_PASSPHRASE`: the file is encrypted with it. */
  readonly passphrase?: string | null;
}

/** Setting that holds what must never change: who trusts the log knows it by these. */
interface FrozenIdentity {
  readonly origin: string;
  /** Ed25519, hex. */
  readonly public_key: string;
}

const SEED_BYTES = 32;
/** What C2SP readers must take. */
const MAX_ORIGIN_BYTES = 255;

/**
 * The log's signer. Its origin and key are chosen at the first start and stay for the life of the log.
 *
 * @throws EvidenceError `LOG_ORIGIN_CHANGED` when another origin is asked for, `LOG_KEY_MISSING` when the key
 *   of the log is not here, `KEY_FILE_LOCKED` without the right passphrase, `REQUEST_INVALID` when
 *   an option is malformed; and what the database throws.
 */
export async function openLogSigner(options: LogIdentityOptions): Promise<LogSigner> {
  const { dataDir, database, baseUrl, passphrase = null } = options;
  const place = { dataDir, passphrase };
  const wanted = options.logOrigin === null ? null : assertOrigin(options.logOrigin);
  let seed = options.logKey === null ? null : parseLogKey(options.logKey);
  const { origin } = await changeSetting<FrozenIdentity>(database, 'log_identity', async (frozen) => {
    seed ??= (await readLogKey(place)) ?? (frozen ? null : await createLogKey(place));
    const own = {
      origin: wanted ?? frozen?.origin ?? `${new URL(baseUrl).host}/log`,
      public_key: publicKeyOf(seed),
    };
    if (frozen) assertUnchanged(frozen, own);
    return own;
  });
  if (!seed) throw new EvidenceError('LOG_KEY_MISSING');
  return createLogSigner(origin, seed);
}

function assertUnchanged(frozen: FrozenIdentity, { origin, public_key }: FrozenIdentity): void {
  if (frozen.origin !== origin)
    throw new EvidenceError('LOG_ORIGIN_CHANGED', undefined, { details: { origin: frozen.origin } });
  if (frozen.public_key !== public_key) throw new EvidenceError('LOG_KEY_MISSING');
}

/** In hex. @throws EvidenceError `LOG_KEY_MISSING`. */
function publicKeyOf(seed: Uint8Array | null): string {
  if (!seed) throw new EvidenceError('LOG_KEY_MISSING');
  return toHex(ed25519.getPublicKey(seed));
}

async function createLogKey(place: KeyFilePlace): Promise<Uint8Array> {
  const seed = new Uint8Array(randomBytes(SEED_BYTES));
  await writeLogKey(place, seed);
  return seed;
}

/** @throws EvidenceError `REQUEST_INVALID`. The text is not repeated: it is a secret. */
function parseLogKey(text: string): Uint8Array {
  const trimmed = text.trim();
  const seed = /^[0-9a-fA-F]{64}$/.test(trimmed) ? fromHex(trimmed) : decodeBase64(trimmed);
  if (seed?.length !== SEED_BYTES)
    throw new EvidenceError('REQUEST_INVALID', 'AFFIANT_LOG_KEY must be 32 bytes in hex or base64.');
  return seed;
}

function assertOrigin(origin: string): string {
  const isPlain = utf8(origin).length <= MAX_ORIGIN_BYTES && !/\p{Cc}/u.test(origin);
  if (!isKeyName(origin) || !isPlain) {
    throw new EvidenceError(
      'REQUEST_INVALID',
      'AFFIANT_LOG_ORIGIN must be at most 255 bytes without white space, control characters and plus signs.',
    );
  }
  return origin;
}
