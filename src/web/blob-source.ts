import type { ByteSource } from '../domain/archive/byte-source.ts';
import type { Inflate } from '../domain/archive/zip/open-zip.ts';

/**
 * A file of the person's own disk, read in slices: memory is constant, and nothing is copied first.
 *
 * @param onRead told of every slice, in bytes.
 * @param signal aborts reading: the person chose something else.
 */
export const blobSource = (blob: Blob, onRead: (bytes: number) => void, signal: AbortSignal): ByteSource => ({
  sizeBytes: blob.size,
  async read(offset, length) {
    signal.throwIfAborted();
    if (offset + length > blob.size) throw new RangeError('beyond the end of the file');
    const bytes = new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
    onRead(bytes.length);
    return bytes;
  },
});

/** The browser's own DEFLATE. */
export const inflateByBrowser: Inflate = async function* (pieces) {
  const iterator = pieces[Symbol.asyncIterator]();
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
  });
  const reader = packed.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    // Left early, or damaged: nobody waits for the rest.
    await reader.cancel().catch(() => undefined);
  }
};
