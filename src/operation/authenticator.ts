import { EvidenceError } from '../core/error.ts';
import { matchesSecret, parseApiKey } from '../domain/account/api-key.ts';
import type { ApiKeyRepository } from '../domain/account/port.ts';
import { ANONYMOUS, LOCAL, ownerOfKey, type Principal, walletOf } from '../domain/account/principal.ts';
import type { SignInService } from '../domain/sign-in/sign-in-service.ts';
import type { Authenticator, Credentials } from './ports.ts';

export interface AuthenticatorParts {
  readonly keys: ApiKeyRepository;
  /** null where wallets are not taken: nobody can pay with one. */
  readonly signIns: SignInService | null;
}

/** Judges API keys, sessions of wallets and sign-ins; two different credentials are a conflict (design.md 4.1). */
export const createAuthenticator = (parts: AuthenticatorParts): Authenticator => ({
  async authenticate(credentials, onSession) {
    const [identify, ...others] = waysToIdentify(parts, credentials, onSession);
    if (others.length > 0) throw new EvidenceError('CREDENTIALS_CONFLICT');
    if (!identify) return credentials.local ? LOCAL : ANONYMOUS;
    return identify();
  },
  refusal: () => refusal(parts.signIns),
});

function waysToIdentify(
  { keys, signIns }: AuthenticatorParts,
  { apiKeys, sessionTokens, signInHeaders }: Credentials,
  onSession: (token: string) => void,
): (() => Promise<Principal>)[] {
  const distinct = (texts: readonly string[] = []) => [...new Set(texts)];
  return [
    ...distinct(apiKeys).map((key) => () => authenticateKey(keys, key)),
    ...distinct(sessionTokens).map((token) => () => authenticateSession(signIns, token)),
    ...distinct(signInHeaders).map((header) => () => signIn(signIns, header, onSession)),
  ];
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

async function authenticateSession(signIns: SignInService | null, token: string): Promise<Principal> {
  if (!signIns) throw new EvidenceError('SESSION_UNKNOWN', undefined, { hint: NO_WALLETS });
  return walletOf(await signIns.addressOf(token));
}

async function signIn(
  signIns: SignInService | null,
  header: string,
  onSession: (token: string) => void,
): Promise<Principal> {
  if (!signIns)
    throw new EvidenceError('SIGN_IN_INVALID', 'Wallets are not taken here.', { hint: NO_WALLETS });
  const { address, token } = await signIns.signIn(header);
  onSession(token);
  return walletOf(address);
}

const NO_WALLETS = 'This service takes API keys only.';

const refusal = (signIns: SignInService | null): EvidenceError => {
  if (!signIns) return new EvidenceError('AUTHENTICATION_REQUIRED');
  return new EvidenceError('AUTHENTICATION_REQUIRED', undefined, {
    hint: HOW_TO_SIGN_IN,
    details: { sign_in: signIns.challenge() },
  });
};

const HOW_TO_SIGN_IN =
  'Send an API key (`Authorization: Bearer` or `X-API-Key`). Or have your wallet sign `sign_in` (EIP-4361) and send it ' +
  'as the header SIGN-IN-WITH-X to a REST route, e.g. GET /v1/quota: its X-Session-Token is a bearer token for REST and MCP.';
