import * as z from 'zod/mini';
import { fromUtf8, utf8 } from '../../core/bytes.ts';
import { pause } from '../../core/pause.ts';

/** Longest chunk, bytes. */
export const MAX_CHUNK_BYTES = 1600;
/** Shortest chunk, bytes; only the last one (so also an only one) may be shorter. */
export const MIN_CHUNK_BYTES = 200;

/** Chunks read between two pauses: a few milliseconds of work. */
const CHUNKS_PER_SLICE = 2048;

const offset = z.int().check(z.nonnegative());

const chunkSchema = z.object({
  id: z.string().check(z.regex(/^chunk_\d{4,9}$/)),
  start: offset,
  end: offset,
  page: z.nullable(z.int().check(z.positive())),
  salt: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
});

/**
 * One chunk of `content.md` as it stands in `chunks.json`: bytes `start` to `end` (exclusive), the page
 * its first byte is on (from 1, null when not paged), 16 bytes of salt in hex.
 *
 * @see evidence-format.md 4
 */
export type Chunk = z.infer<typeof chunkSchema>;

/** `chunk_0001` for index 0. */
export const chunkId = (index: number): string => `chunk_${String(index + 1).padStart(4, '0')}`;

/** Bytes of `chunks.json`: an array in canonical JSON. */
export function encodeChunks(chunks: readonly Chunk[]): Uint8Array {
  // Written out because a long document has many: every member is a number, plain hex or an id.
  const lines = chunks.map(
    ({ id, start, end, page, salt }) =>
      `{"end":${end},"id":"${id}","page":${page},"salt":"${salt}","start":${start}}`,
  );
  return utf8(`[${lines.join(',')}]`);
}

/**
 * Read `chunks.json`, with pauses for other work.
 *
 * @throws Error when the bytes are no list of chunks. Whether they tile the text is not looked at.
 */
export async function parseChunks(bytes: Uint8Array): Promise<Chunk[]> {
  const items = z.array(z.unknown()).parse(JSON.parse(fromUtf8(bytes)));
  const chunks: Chunk[] = [];
  while (chunks.length < items.length) {
    const slice = items.slice(chunks.length, chunks.length + CHUNKS_PER_SLICE);
    chunks.push(...slice.map((item) => chunkSchema.parse(item)));
    await pause();
  }
  return chunks;
}

/** Why these chunks do not tile a text of `sizeBytes`, or null when they do. */
export function findTilingFault(chunks: readonly Chunk[], sizeBytes: number): string | null {
  let expectedStart = 0;
  for (const [index, { id, start, end }] of chunks.entries()) {
    if (id !== chunkId(index)) return `chunk ${index} has another id than its place calls for`;
    if (start !== expectedStart) return `chunk ${index} does not start where the one before ends`;
    if (end <= start || end - start > MAX_CHUNK_BYTES) return `chunk ${index} is empty or too long`;
    if (end - start < MIN_CHUNK_BYTES && index < chunks.length - 1) return `chunk ${index} is too short`;
    expectedStart = end;
  }
  return expectedStart === sizeBytes ? null : 'the chunks do not cover the whole text';
}
