import { readSecretSetting } from '../adapters/keys/secret-setting.ts';
import type { Configuration } from './configuration.ts';

/** Keys and their passphrase, from variables or from the files that they name. */
export interface KeySecrets {
  readonly signingKey: string | null;
  readonly logKey: string | null;
  readonly passphrase: string | null;
}

/** @throws EvidenceError `REQUEST_INVALID` when a variable and its file are both given, or a file cannot be read. */
export const readKeySecrets = async (configuration: Configuration): Promise<KeySecrets> => ({
  signingKey: await readSecretSetting({
    name: 'AFFIANT_SIGNING_KEY',
    value: configuration.AFFIANT_SIGNING_KEY,
    file: configuration.AFFIANT_SIGNING_KEY_FILE,
  }),
  logKey: await readSecretSetting({
    name: 'AFFIANT_LOG_KEY',
    value: configuration.AFFIANT_LOG_KEY,
    file: configuration.AFFIANT_LOG_KEY_FILE,
  }),
  passphrase: await readSecretSetting({
    name: 'AFFIANT_KEY_PASSPHRASE',
    value: configuration.AFFIANT_KEY_PASSPHRASE,
    file: configuration.AFFIANT_KEY_PASSPHRASE_FILE,
  }),
});
