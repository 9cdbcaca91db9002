import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, constants as zlib } from 'node:zlib';
import { concatBytes } from '../../core/bytes.ts';

/** A response body within its budget. */
export interface BudgetedBody {
  readonly body: Uint8Array;
  readonly truncated: boolean;
  readonly bodyFidelity: 'wire' | 'decoded';
}

// A stream cut short still yields what came; browsers do the same.
const GZIP = { finishFlush: zlib.Z_SYNC_FLUSH };
const BROTLI = { finishFlush: zlib.BROTLI_OPERATION_FLUSH };

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(GZIP),
  'x-gzip': () => createGunzip(GZIP),
  deflate: () => createInflate(GZIP),
  br: () => createBrotliDecompress(BROTLI),
};

/** Nobody needs more; each coding multiplies what a bomb can do. */
const MAX_CODINGS = 2;

/**
 * Reads at most `maxBytes` of a body, counted on the wire and again after decoding, then drops the stream.
 *
 * @param contentEncoding value of the header; with an unknown coding the body stays as it came.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.4
 */
export async function readBody(
  wire: Readable,
  contentEncoding: string,
  maxBytes: number,
): Promise<BudgetedBody> {
  const decoders = createDecoders(contentEncoding);
  if (decoders.length === 0) return { ...(await collect(wire, maxBytes)), bodyFidelity: 'wire' };
  const limited = limitWire(wire, maxBytes);
  const decoded = pipeline([limited.stream, ...decoders], () => {}) as Transform;
  const { body, truncated } = await collect(decoded, maxBytes);
  return { body, truncated: truncated || limited.isCut(), bodyFidelity: 'decoded' };
}

function createDecoders(contentEncoding: string): Transform[] {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const makers = codings.reverse().map((coding) => DECODERS[coding]);
  if (makers.length > MAX_CODINGS || makers.includes(undefined)) return [];
  return makers.flatMap((make) => make?.() ?? []);
}

/** Passes at most `maxBytes`: compressed data that decodes to nothing would otherwise never end. */
function limitWire(wire: Readable, maxBytes: number): { stream: Readable; isCut: () => boolean } {
  let left = maxBytes;
  async function* take() {
    for await (const chunk of wire as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left < 0) return;
      yield chunk;
    }
  }
  return { stream: Readable.from(take(), { objectMode: false }), isCut: () => left < 0 };
}

async function collect(
  stream: Readable,
  maxBytes: number,
): Promise<{ body: Uint8Array; truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let left = maxBytes;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, Math.max(left, 0)));
    left -= chunk.length;
    if (left < 0) break;
  }
  return { body: concatBytes(...chunks), truncated: left < 0 };
}
