import { EvidenceError } from '../core/error.ts';
import { matchesSecret, parseApiKey } from '../domain/account/api-key.ts';
import type { ApiKeyRepository } from '../domain/account/port.ts';
import { ANONYMOUS, LOCAL, ownerOfKey, type Principal } from '../domain/account/principal.ts';
import type { Authenticator } from './ports.ts';

/** Judges API keys: unknown 401, suspended and revoked 403, two different ones 400 (design.md 4.1). */
export function createApiKeyAuthenticator(keys: ApiKeyRepository): Authenticator {
  return {
    async authenticate({ apiKeys, local }) {
      const [key, ...others] = new Set(apiKeys);
      if (key === undefined) return local ? LOCAL : ANONYMOUS;
      if (others.length > 0) throw new EvidenceError('CREDENTIALS_CONFLICT');
      return authenticateKey(keys, key);
    },
  };
}

async function authenticateKey(keys: ApiKeyRepository, text: string): Promise<Principal> {
  const parts = parseApiKey(text);
  const record = parts && (await keys.get(parts.id));
  if (!record || !matchesSecret(parts.secret, record.secretSha256))
    throw new EvidenceError('API_KEY_UNKNOWN');
  if (record.state === 'suspended') throw new EvidenceError('API_KEY_SUSPENDED');
  if (record.state === 'revoked') throw new EvidenceError('API_KEY_REVOKED');
  return { kind: 'api-key', ownerId: ownerOfKey(record.id), keyId: record.id, plan: record.plan };
}
