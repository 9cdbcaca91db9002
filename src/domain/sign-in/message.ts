import { z } from 'zod';
import { fromUtf8 } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import { parseAddress } from '../signing/address.ts';

/** A message of EIP-4361 needs under 1,000; the rest is for signatures of contract wallets. */
const MAX_HEADER_CHARACTERS = 8192;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const text = z.string().min(1).max(2048);
const time = z.iso.datetime({ offset: true });

const payload = z.object({
  domain: text,
  address: z.string().refine((address) => parseAddress(address) !== null),
  statement: text.optional(),
  uri: text,
  version: z.literal('1'),
  chainId: text,
  type: z.enum(['eip191', 'ed25519']),
  nonce: text,
  issuedAt: time,
  expirationTime: time.optional(),
  notBefore: time.optional(),
  requestId: text.optional(),
  resources: z.array(text).max(20).optional(),
  signature: z.string().regex(/^0x(?:[0-9a-fA-F]{2})+$/),
});

/** What a wallet sent: the fields of an EIP-4361 message and a signature. Nothing in it is believed yet. */
export type SignInMessage = z.output<typeof payload>;

/**
 * Read the header `SIGN-IN-WITH-X`: base64 of
 * `{"domain":"host:8402","address":"0x…","uri":…,"version":"1","chainId":"eip155:84532","type":"eip191","nonce":…,"issuedAt":…,"signature":"0x…"}`.
 *
 * @throws EvidenceError `SIGN_IN_MALFORMED`; the message names the fields, never their content.
 */
export function parseSignIn(header: string): SignInMessage {
  if (header.length > MAX_HEADER_CHARACTERS)
    throw new EvidenceError(
      'SIGN_IN_MALFORMED',
      `SIGN-IN-WITH-X is longer than ${MAX_HEADER_CHARACTERS} characters.`,
    );
  const parsed = payload.safeParse(decode(header));
  if (parsed.success) return parsed.data;
  const fields = [...new Set(parsed.error.issues.map(({ path: [field] }) => String(field ?? 'object')))];
  throw new EvidenceError('SIGN_IN_MALFORMED', `SIGN-IN-WITH-X is wrong in: ${fields.join(', ')}.`);
}

function decode(header: string): unknown {
  if (!BASE64.test(header)) throw new EvidenceError('SIGN_IN_MALFORMED', 'SIGN-IN-WITH-X is not base64.');
  try {
    return JSON.parse(fromUtf8(Buffer.from(header, 'base64')));
  } catch {
    // Without its cause, which quotes what was sent and would be logged.
    throw new EvidenceError('SIGN_IN_MALFORMED', 'SIGN-IN-WITH-X is not base64 of JSON.');
  }
}
