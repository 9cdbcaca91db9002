import type { Duplex } from 'node:stream';
import { z } from 'zod';
import { EvidenceError } from '../../core/error.ts';
import { ERRORS, type ErrorCode } from '../../core/error-codes.ts';

/** Longest message either way: the largest upload there can be, in base64, and room beside it. */
const MAX_LINE_CHARS = 128 * 1024 * 1024;

const requestSchema = z.strictObject({ id: z.int(), method: z.string(), params: z.unknown() });

const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  retryAfterSeconds: z.number().optional(),
});

/** `{"id":1,"result":…}` or `{"id":1,"error":{"code":…,"message":…,"hint":…}}`, one line of JSON. */
export const responseSchema = z.strictObject({
  id: z.int().nullable(),
  result: z.unknown().optional(),
  error: failureSchema.optional(),
});

type Failure = z.infer<typeof failureSchema>;

/** What a peer may know of a failure: not its cause. */
export const toFailure = ({ code, message, hint, details, retryAfterSeconds }: EvidenceError): Failure => ({
  code,
  message,
  hint,
  details: { ...details },
  retryAfterSeconds,
});

/** The peer's failure as our own. A peer of another version may know other codes. */
export function fromFailure({ code, message, hint, details, retryAfterSeconds }: Failure): EvidenceError {
  const isKnown = Object.hasOwn(ERRORS, code);
  return new EvidenceError(isKnown ? (code as ErrorCode) : 'INTERNAL', message, {
    hint,
    ...(details && { details }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

/**
 * A line such as `{"id":1,"method":"apikeys.create","params":{…}}`.
 *
 * @throws EvidenceError `REQUEST_INVALID`.
 */
export function parseRequest(line: string): z.infer<typeof requestSchema> {
  try {
    return requestSchema.parse(JSON.parse(line));
  } catch (cause) {
    throw new EvidenceError('REQUEST_INVALID', undefined, { cause });
  }
}

/** The lines of a stream, in time linear in their length. @throws Error when one is longer than the limit. */
export async function* readLines(stream: Duplex): AsyncGenerator<string> {
  stream.setEncoding('utf8');
  let parts: string[] = [];
  let length = 0;
  for await (const text of stream as AsyncIterable<string>) {
    const [head = '', ...lines] = text.split('\n');
    parts.push(head);
    length += head.length;
    if (length > MAX_LINE_CHARS) throw new Error('control message too long');
    if (lines.length === 0) continue;
    const rest = lines.pop() ?? '';
    yield parts.join('');
    yield* lines;
    parts = [rest];
    length = rest.length;
  }
}
