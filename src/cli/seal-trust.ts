import { readFile } from 'node:fs/promises';
import { EvidenceError } from '../core/error.ts';
import { type NoteKey, parseNoteKey } from '../domain/note/note-key.ts';
import { type KeyList, parsePublishedKeys } from '../domain/signing/key-list.ts';
import { parsePemCertificates } from '../domain/timestamp/pem.ts';
import type { VerifyOptions } from '../domain/verification/options.ts';
import { logKeyOf } from '../domain/verification/trust.ts';

/** Arguments that say whose log, witnesses and timestamps count. */
export interface SealTrustArguments {
  /** File with a published key list: it names the log too. */
  readonly keysFile?: string | undefined;
  /** C2SP verifier key of the log. */
  readonly logKey?: string | undefined;
  /** C2SP verifier keys of witnesses. */
  readonly witnesses?: readonly string[] | undefined;
  /** PEM file with roots of timestamping authorities. */
  readonly tsaRootsFile?: string | undefined;
}

/** What the command line trusts besides the signers. @throws EvidenceError `REQUEST_INVALID`. */
export async function readSealTrust(
  request: SealTrustArguments,
): Promise<Pick<VerifyOptions, 'log' | 'witnesses' | 'timestampRoots'>> {
  const { keysFile, logKey, witnesses = [], tsaRootsFile } = request;
  const published = keysFile === undefined ? null : logKeyOf(await readKeysFile(keysFile));
  return {
    log: logKey === undefined ? published : readNoteKey('--log-key', logKey),
    witnesses: witnesses.map((key) => readNoteKey('--witness', key)),
    timestampRoots: tsaRootsFile === undefined ? [] : await readRoots(tsaRootsFile),
  };
}

/** A published key list. @throws EvidenceError `REQUEST_INVALID`. */
export const readKeysFile = (path: string): Promise<KeyList> =>
  orInvalid('--keys must name a file with a key list (affiant-keys/v1).', async () =>
    parsePublishedKeys(await readFile(path)),
  );

const readRoots = (path: string): Promise<Uint8Array[]> =>
  orInvalid('--tsa-roots must name a PEM file with certificates.', async () =>
    parsePemCertificates(await readFile(path, 'utf8')),
  );

function readNoteKey(option: string, text: string): NoteKey {
  try {
    return parseNoteKey(text);
  } catch (cause) {
    throw new EvidenceError('REQUEST_INVALID', `${option} must be a C2SP verifier key: name+id+key.`, {
      cause,
    });
  }
}

async function orInvalid<T>(message: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw new EvidenceError('REQUEST_INVALID', message, { cause });
  }
}
