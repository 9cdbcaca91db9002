import type { SessionRecord } from './proxy-session.ts';

/** `407` asks for a credential, `403` refuses the one that came. */
export type Authentication = SessionRecord | 403 | 407;

/**
 * The session that a `Proxy-Authorization: Basic` header belongs to.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7617
 */
export function authenticate(
  header: string | undefined,
  sessions: ReadonlyMap<string, SessionRecord>,
): Authentication {
  if (header === undefined) return 407;
  const encoded = /^basic +([a-z0-9+/=]+)$/i.exec(header)?.[1] ?? '';
  const [username = '', password = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const session = sessions.get(username);
  if (session === undefined) return 403;
  if (session.hasPassword(password)) return session;
  session.recordDenial({ url: '', host: '', address: null, reason: 'credential' });
  return 403;
}
