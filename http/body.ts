import type { IncomingMessage } from 'node:http';
import { fromUtf8 } from '../src/core/bytes.ts';
import { EvidenceError } from '../src/core/error.ts';

/** Bytes beyond a limit that are read and forgotten, so that the client gets to reading our 413. */
const MAX_DRAINED_BYTES = 32 * 1024 * 1024;

/** Whether the request announces a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Media type of the body in lower case without parameters; empty when none was sent. */
export const mediaTypeOf = ({ headers }: IncomingMessage): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * The whole body.
 *
 * @throws EvidenceError `PAYLOAD_TOO_LARGE` beyond `maxBytes`, `MEDIA_TYPE_UNSUPPORTED` when it is compressed,
 *   `REQUEST_INVALID` when the client broke off.
 */
export async function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  assertPlain(req);
  assertNotFarBeyond(req, maxBytes);
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of req.iterator({ destroyOnReturn: false })) {
      size += piece.length;
      if (size <= maxBytes) pieces.push(piece);
      if (size > maxBytes + MAX_DRAINED_BYTES) break;
    }
  } catch (cause) {
    throw new EvidenceError('REQUEST_INVALID', 'The body ended early.', { cause });
  }
  if (size > maxBytes) throw tooLarge(maxBytes);
  return Buffer.concat(pieces, size);
}

/**
 * A JSON body.
 *
 * @throws EvidenceError as {@link readBody}, and `JSON_MALFORMED`, `MEDIA_TYPE_UNSUPPORTED` (not UTF-8).
 */
export async function readJson(req: IncomingMessage, maxBytes: number): Promise<unknown> {
  const charset = /;\s*charset="?([\w-]+)/i.exec(req.headers['content-type'] ?? '')?.[1];
  if (charset && !/^utf-?8$|^us-ascii$/i.test(charset))
    throw new EvidenceError('MEDIA_TYPE_UNSUPPORTED', 'JSON must be UTF-8.');
  const bytes = await readBody(req, maxBytes);
  try {
    return JSON.parse(fromUtf8(bytes).replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new EvidenceError('JSON_MALFORMED', undefined, { cause });
  }
}

/** @throws EvidenceError `MEDIA_TYPE_UNSUPPORTED`: a compressed body could expand without bound. */
export function assertPlain({ headers }: IncomingMessage): void {
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding !== 'identity') {
    throw new EvidenceError('MEDIA_TYPE_UNSUPPORTED', 'Compressed bodies are not taken.', {
      hint: 'Send the body without Content-Encoding.',
    });
  }
}

/** Read and forget what is left of a refused body, within bounds, so that the client gets to reading the answer. */
export function drain(req: IncomingMessage): void {
  let left = MAX_DRAINED_BYTES;
  req.on('data', (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) req.destroy();
  });
}

/** @throws EvidenceError `PAYLOAD_TOO_LARGE` when the client announces far more than `maxBytes`: it is answered at once. */
export function assertNotFarBeyond({ headers }: IncomingMessage, maxBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes + MAX_DRAINED_BYTES) throw tooLarge(maxBytes);
}

/** The 413, naming the limit. */
export const tooLarge = (limit: number): EvidenceError =>
  new EvidenceError('PAYLOAD_TOO_LARGE', `The limit is ${limit} bytes.`, { details: { limit } });
