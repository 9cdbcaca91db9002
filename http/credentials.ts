import type { IncomingMessage } from 'node:http';
import { isSessionToken } from '../src/domain/sign-in/session-token.ts';
import type { Credentials } from '../src/operation/ports.ts';

/** Every credential that the request carries, also repeated ones: the authenticator judges conflicts. */
export function credentialsOf(req: IncomingMessage): Credentials {
  const bearer = (req.headersDistinct['authorization'] ?? []).flatMap(
    (value) => /^Bearer +(\S+) *$/i.exec(value)?.[1] ?? [],
  );
  const keys = req.headersDistinct['x-api-key'] ?? [];
  return {
    apiKeys: [...bearer.filter((token) => !isSessionToken(token)), ...keys].filter(Boolean),
    sessionTokens: bearer.filter(isSessionToken),
    address: req.socket.remoteAddress ?? null,
    local: false,
  };
}

/** Those, and sign-ins: only an answer of REST has a header that takes the session's token back. */
export const restCredentialsOf = (req: IncomingMessage): Credentials => ({
  ...credentialsOf(req),
  signInHeaders: req.headersDistinct['sign-in-with-x'] ?? [],
});

/** Whether the caller says who it is. */
export const isIdentified = ({ apiKeys, sessionTokens = [], signInHeaders = [] }: Credentials): boolean =>
  apiKeys.length + sessionTokens.length + signInHeaders.length > 0;

/** Every payment in the headers: either one carries payments of either version. */
export const paymentHeadersOf = ({ headersDistinct }: IncomingMessage): string[] =>
  ['x-payment', 'payment-signature'].flatMap((name) => headersDistinct[name] ?? []).filter(Boolean);

/** A caller of whom nothing is known: for what discovery itself asks. */
export const NO_CREDENTIALS: Credentials = { apiKeys: [], address: null, local: false };
