import { z } from 'zod';
import { component, idSchema, sha256Hex, timestamp } from '../core/schema.ts';
import type { ChainLine } from '../domain/custody/chain-line.ts';
import { CUSTODY_TEXT_LIMITS } from '../domain/custody/events.ts';
import type { ChainedHandoff } from '../domain/custody/handoffs.ts';
import { type Receipt, receiptOf } from '../domain/custody/receipt.ts';
import { CUSTODY_TYPES } from '../domain/custody/record.ts';
import { bundleId, manifestSha256, text } from './fields.ts';

/** Fields and views of custody records, the same for all operations on them. */

export const receiptId = idSchema('rcpt').describe('Receipt id: whoever holds it may verify it');
export const handoffId = idSchema('hand').describe('Handoff id, hand_…');

/** A text of the caller: at most so many characters, not empty. */
export const callerText = (name: keyof typeof CUSTODY_TEXT_LIMITS) =>
  text.min(1).max(CUSTODY_TEXT_LIMITS[name]);

export const agentId = callerText('agentId').describe('Who acts; default: the owner');

/** One page of a list. */
export const page = {
  limit: z.int().min(1).max(200).default(50).describe('Most entries'),
  cursor: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional()
    .describe('next_cursor of the last page'),
};
export const nextCursor = z.string().nullable().describe('Pass as cursor for more; null: that was all');

const receiptShape = {
  receipt_id: receiptId,
  bundle_id: bundleId,
  agent_id: z.string().nullable().describe('Who acted; null once the bundle is deleted'),
  action: z.string().nullable().describe('What was done; null once the bundle is deleted'),
  manifest_sha256: manifestSha256,
  signed_at: timestamp.describe('RFC 3339, UTC'),
  algorithm: z.literal('secp256k1-eip191').describe('Curve and message form'),
  key_id: z.string().describe('Id of the signing key, see keys_list'),
  signer_address: z.string().describe('EIP-55 address of the signer'),
  signature: z.string().describe('0x and 65 bytes of hex'),
  signed_text: z.string().describe('The text under the signature: any wallet checks it'),
};
export const receiptOutput = component('Receipt', z.object(receiptShape));

export const custodyRecordOutput = component(
  'CustodyRecord',
  z.object({
    schema: z.literal('affiant-custody/v1').describe('Version of the record'),
    seq: z.int().describe('Place in the chain, from 1'),
    previous: sha256Hex.nullable().describe('SHA-256 of the line before, null in the first record'),
    type: z.enum(CUSTODY_TYPES).describe('Kind of event'),
    receipt_id: receiptId,
    bundle_id: bundleId,
    manifest_sha256: manifestSha256,
    at: timestamp.describe('RFC 3339, UTC'),
    agent_id: z.string().describe('Who acted'),
    action: z.string().describe('What was done'),
    body: z.record(z.string(), z.unknown()).describe('Members of this kind of event'),
    key_id: z.string().describe('Id of the signing key'),
    signer_address: z.string().describe('EIP-55 address of the signer'),
    signature: z.string().describe('EIP-191 over affiant-custody/v1 and the digest of the record without it'),
  }),
);

/** The signed record and its receipt, as every operation that writes one answers them. */
export const viewRecorded = (line: ChainLine) => ({
  record: line.record,
  receipt: viewReceipt(receiptOf(line)),
});

export const viewReceipt = (receipt: Receipt): z.input<typeof receiptOutput> => ({ ...receipt });

export const provenanceOutput = component(
  'ProvenanceEvent',
  z.object({
    id: z.string().describe('Same as provenance_id'),
    provenance_id: z.string().describe('prov_ and 26 characters'),
    seq: z.int().describe('Place in the custody chain'),
    agent_id: z.string().describe('Who acted'),
    action: z.string().describe('What was done'),
    query: z.string().nullable().describe('What was asked'),
    result_summary: z.string().nullable().describe('What came out'),
    created_at: timestamp.describe('RFC 3339, UTC'),
    receipt_id: receiptId,
  }),
);

export function viewProvenance({ record }: ChainLine): z.input<typeof provenanceOutput> {
  const { body } = record;
  const id = String(body['provenance_id']);
  return {
    id,
    provenance_id: id,
    seq: record.seq,
    agent_id: record.agent_id,
    action: record.action,
    query: textOf(body['query']),
    result_summary: textOf(body['result_summary']),
    created_at: record.at,
    receipt_id: record.receipt_id,
  };
}

export const handoffOutput = component(
  'Handoff',
  z.object({
    id: handoffId,
    handoff_id: handoffId,
    seq: z.int().describe('Place in the custody chain'),
    from_agent: z.string().describe('Who hands over'),
    to_agent: z.string().describe('Who receives'),
    note: z.string().nullable().describe('Words to the recipient'),
    created_at: timestamp.describe('RFC 3339, UTC'),
    receipt_id: receiptId,
    accepted_at: timestamp
      .nullable()
      .describe('When the recipient accepted, after its own check; null: not yet'),
    acceptance_receipt_id: receiptId.nullable().describe('Receipt of the acceptance'),
  }),
);

export function viewHandoff({
  handoff: { record },
  acceptance,
}: ChainedHandoff): z.input<typeof handoffOutput> {
  const { body } = record;
  const id = String(body['handoff_id']);
  return {
    id,
    handoff_id: id,
    seq: record.seq,
    from_agent: String(body['from_agent']),
    to_agent: String(body['to_agent']),
    note: textOf(body['note']),
    created_at: record.at,
    receipt_id: record.receipt_id,
    accepted_at: acceptance?.record.at ?? null,
    acceptance_receipt_id: acceptance?.record.receipt_id ?? null,
  };
}

/** Cut one page out of a list: cursors are offsets, since the list only grows at its end. */
export function cutPage<T>(
  all: readonly T[],
  { limit, cursor = '0' }: { readonly limit: number; readonly cursor?: string | undefined },
): { readonly items: T[]; readonly next_cursor: string | null } {
  const start = Number(cursor);
  const end = start + limit;
  return { items: all.slice(start, end), next_cursor: end < all.length ? String(end) : null };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
