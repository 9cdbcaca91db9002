import type { IncomingMessage } from 'node:http';
import type { Credentials } from '../src/operation/ports.ts';

/** Every API key that the request carries, also repeated ones: the authenticator judges conflicts. */
export function credentialsOf(req: IncomingMessage): Credentials {
  const bearer = (req.headersDistinct['authorization'] ?? []).flatMap(
    (value) => /^Bearer +(\S+) *$/i.exec(value)?.[1] ?? [],
  );
  const keys = req.headersDistinct['x-api-key'] ?? [];
  return {
    apiKeys: [...bearer, ...keys].filter(Boolean),
    address: req.socket.remoteAddress ?? null,
    local: false,
  };
}

/** Every payment in the headers: either one carries payments of either version. */
export const paymentHeadersOf = ({ headersDistinct }: IncomingMessage): string[] =>
  ['x-payment', 'payment-signature'].flatMap((name) => headersDistinct[name] ?? []).filter(Boolean);

/** A caller of whom nothing is known: for what discovery itself asks. */
export const NO_CREDENTIALS: Credentials = { apiKeys: [], address: null, local: false };
