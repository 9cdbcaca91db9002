import { EvidenceError } from '../core/error.ts';
import { createApiKey, hashSecret, matchesSecret, parseApiKey } from '../domain/account/api-key.ts';
import type { ApiKeyRepository } from '../domain/account/port.ts';
import { type Configuration, ConfigurationError } from './configuration.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;

/** Whether only this machine can reach the address. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/**
 * See to it that somebody can use the service: the bootstrap key is created when it is missing; on loopback
 * a service without any key makes one.
 *
 * @returns the key that was made by itself, to be shown once; else null.
 * @throws EvidenceError `START_REFUSED` on another address than loopback when there is no way to call it.
 * @see design.md 5.7
 */
export async function ensureFirstKey(
  keys: ApiKeyRepository,
  configuration: Configuration,
  now: Date,
): Promise<string | null> {
  const {
    AFFIANT_BOOTSTRAP_API_KEY: bootstrap,
    AFFIANT_BOOTSTRAP_PLAN: plan,
    AFFIANT_BOOTSTRAP_EMAIL: email,
  } = configuration;
  const parts = bootstrap ? parseApiKey(bootstrap) : null;
  if (parts) {
    const isNew = await keys.create({ ...record(parts), plan, email: email ?? null, createdAt: now });
    if (!isNew) await assertUsable(keys, parts);
    return null;
  }
  if ((await keys.list()).length > 0 || configuration.AFFIANT_X402_PAY_TO) return null;
  if (!isLoopback(configuration.AFFIANT_HOST)) throw new EvidenceError('START_REFUSED');
  const made = createApiKey();
  await keys.create({ ...record(made), plan, email: email ?? null, createdAt: now });
  return made.key;
}

const record = ({ id, secret }: { id: string; secret: string }) => ({
  id,
  secretSha256: hashSecret(secret),
  state: 'active' as const,
});

/** A bootstrap key that can never be used is a mistake to hear of at once. */
async function assertUsable(
  keys: ApiKeyRepository,
  { id, secret }: { id: string; secret: string },
): Promise<void> {
  const known = await keys.get(id);
  if (known && (known.state === 'revoked' || !matchesSecret(secret, known.secretSha256))) {
    throw new ConfigurationError(
      `AFFIANT_BOOTSTRAP_API_KEY: a key with the id ${id} is here already, ${known.state === 'revoked' ? 'and revoked' : 'with another secret'}`,
    );
  }
}
