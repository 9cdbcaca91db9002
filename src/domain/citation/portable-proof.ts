import * as z from 'zod/mini';
import { fromUtf8 } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import { MAX_CHUNK_BYTES } from '../chunk/chunk.ts';
import { MAX_MANIFEST_BYTES } from '../manifest/manifest.ts';

/** Largest proof that is read, bytes: a manifest as a JSON string can take twice its size, and a margin. */
export const MAX_PROOF_BYTES: number = 2 * MAX_MANIFEST_BYTES + 1024 * 1024;

/** A longer path cannot belong to an index that a safe integer holds. */
const MAX_PATH_LENGTH = 53;

const offset = z.int().check(z.nonnegative());
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const chunkText = z.string().check(z.minLength(1), z.maxLength(MAX_CHUNK_BYTES));

// Strict, unlike other formats here: nothing may stand in a proof that its verification does not cover.
const proofSchema = z.strictObject({
  schema: z.literal('affiant-citation/v1'),
  quote: chunkText,
  quote_range: z.strictObject({ start: offset, end: offset }),
  chunk: z.strictObject({
    id: z.string(),
    index: offset,
    start: offset,
    end: offset,
    salt: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
    text: chunkText,
  }),
  path: z.array(digest).check(z.maxLength(MAX_PATH_LENGTH)),
  manifest: z.string(),
  // Judged by the check `signature`, as the file of the same content in a bundle is.
  signature: z.record(z.string(), z.unknown()),
  log_proof: z.nullable(z.string()),
});

/**
 * A quote with everything that shows where it stands: one chunk of the text, its path to the signed root, the
 * manifest and its signature. It shows no other part of the text.
 * ```
 * {"schema":"affiant-citation/v1","quote":"…","quote_range":{"start":12,"end":40},
 *  "chunk":{"id":"chunk_0001","index":0,"start":0,"end":1180,"salt":"<32 hex>","text":"…"},
 *  "path":["<64 hex>",…],"manifest":"<the raw manifest>","signature":{…signature.json…},"log_proof":null}
 * ```
 * `quote` has the very bytes of the text. `chunk.start` and `chunk.end` count bytes of `content.md`,
 * `quote_range` bytes of `chunk.text`; ends are exclusive. `index` counts from 0, `path` begins at the leaf.
 *
 * @see evidence-format.md 4
 */
export type PortableProof = z.infer<typeof proofSchema>;

/** @throws EvidenceError `REQUEST_INVALID` when the bytes are no proof of version 1. */
export function parsePortableProof(bytes: Uint8Array): PortableProof {
  try {
    if (bytes.length > MAX_PROOF_BYTES) throw new RangeError('too large');
    return proofSchema.parse(JSON.parse(fromUtf8(bytes)));
  } catch (cause) {
    throw new EvidenceError('REQUEST_INVALID', 'This is not a citation proof (affiant-citation/v1).', {
      cause,
    });
  }
}
