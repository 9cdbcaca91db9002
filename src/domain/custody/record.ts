import * as z from 'zod/mini';
import { fromUtf8 } from '../../core/bytes.ts';

/** `receipt`: an action without a type of its own, such as a check of the bundle. */
export const CUSTODY_TYPES = [
  'provenance',
  'handoff',
  'handoff-accepted',
  'hold',
  'release',
  'notarized',
  'revoked',
  'deleted',
  'receipt',
] as const;
export type CustodyType = (typeof CUSTODY_TYPES)[number];

// Not src/core/schema.ts: it brings the whole of zod and node:crypto into the stand-alone verifier.
const id = (prefix: string) =>
  z.string().check(z.regex(new RegExp(`^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`)));
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const custodyRecordSchema = z.object({
  schema: z.literal('affiant-custody/v1'),
  seq: z.int().check(z.positive()),
  previous: z.nullable(digest),
  type: z.enum(CUSTODY_TYPES),
  receipt_id: id('rcpt'),
  bundle_id: id('ev'),
  manifest_sha256: digest,
  at: z.iso.datetime({ precision: 3 }),
  agent_id: z.string(),
  action: z.string(),
  body: z.record(z.string(), z.unknown()),
  key_id: z.string(),
  signer_address: z.string(),
  signature: z.string(),
});

/**
 * One line of `seals/custody.jsonl`.
 * `previous` is the digest of the line before, `body` depends on `type` (see `events.ts`).
 *
 * @see evidence-format.md 5
 */
export type CustodyRecord = z.infer<typeof custodyRecordSchema>;

/**
 * Read the bytes of one line, without its LF.
 *
 * @returns the JSON as it stands, members that this version does not know included, and what is known of it.
 * @throws Error when it is no custody record of version 1.
 */
export function parseCustodyLine(line: Uint8Array): {
  readonly json: object;
  readonly record: CustodyRecord;
} {
  const json = JSON.parse(fromUtf8(line)) as object;
  return { json, record: custodyRecordSchema.parse(json) };
}
