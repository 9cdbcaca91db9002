import { z } from 'zod';
import { toHex } from '../core/bytes.ts';
import { toTimestamp } from '../core/clock.ts';
import { component, idSchema, sha256Hex, timestamp } from '../core/schema.ts';
import type { Checkpoint } from '../domain/checkpoint/port.ts';
import { encodeBase64 } from '../domain/note/base64.ts';
import { parseNote } from '../domain/note/note.ts';

export const checkpointId = idSchema('ckpt').describe('Checkpoint id, ckpt_ and 26 characters');

/** Members of a checkpoint as every face answers them (design.md 4.11). */
export const checkpointShape = {
  id: checkpointId,
  checkpoint_id: checkpointId,
  origin: z.string().describe('Identity of the log'),
  tree_size: z.int().nonnegative().describe('Number of leaves'),
  root_hash: sha256Hex.describe('RFC 6962 root hash'),
  leaf_range: z
    .object({
      first: z.int().nonnegative().describe('Index of the first new leaf'),
      count: z.int().nonnegative().describe('How many leaves are new'),
    })
    .describe('Leaves that the checkpoint before this one did not have'),
  note: z.string().nullable().describe('C2SP signed note, with the cosignatures so far; null when unsigned'),
  signature: z.string().nullable().describe('Ed25519 signature of the log over the text of the note, base64'),
  created_at: timestamp.describe('RFC 3339, UTC'),
};

export const checkpointOutput = component('Checkpoint', z.object(checkpointShape));

/** A checkpoint as every face answers it. */
export function viewCheckpoint(checkpoint: Checkpoint, origin: string): z.input<typeof checkpointOutput> {
  const { checkpointId, treeSize, firstLeaf, note } = checkpoint;
  return {
    id: checkpointId,
    checkpoint_id: checkpointId,
    origin,
    tree_size: treeSize,
    root_hash: toHex(checkpoint.rootHash),
    leaf_range: { first: firstLeaf, count: treeSize - firstLeaf },
    note,
    signature: note === null ? null : logSignature(note),
    created_at: toTimestamp(checkpoint.createdAt),
  };
}

/** The log's own line is the first; witnesses' follow. */
function logSignature(note: string): string | null {
  const [own] = parseNote(note).signatures;
  return own ? encodeBase64(own.signature) : null;
}
