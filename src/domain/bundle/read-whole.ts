import { concatBytes } from '../../core/bytes.ts';

/**
 * All pieces of a stream as one array.
 *
 * @throws RangeError once more than `maxBytes` came: the rest is not read.
 */
export async function readWhole(pieces: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > maxBytes) throw new RangeError(`more than ${maxBytes} bytes`);
    kept.push(piece);
  }
  return concatBytes(...kept);
}
