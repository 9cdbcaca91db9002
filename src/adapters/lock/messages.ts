import type { Duplex } from 'node:stream';
import { z } from 'zod';
import { EvidenceError } from '../../core/error.ts';
import { ERRORS, type ErrorCode } from '../../core/error-codes.ts';

/** Longest message either way. */
const MAX_LINE_CHARS = 4 * 1024 * 1024;

const requestSchema = z.strictObject({ id: z.int(), method: z.string(), params: z.unknown() });

const failureSchema = z.object({ code: z.string(), message: z.string(), hint: z.string() });

/** `{"id":1,"result":…}` or `{"id":1,"error":{"code":…,"message":…,"hint":…}}`, one line of JSON. */
export const responseSchema = z.strictObject({
  id: z.int().nullable(),
  result: z.unknown().optional(),
  error: failureSchema.optional(),
});

type Failure = z.infer<typeof failureSchema>;

/** What a peer may know of a failure: not its cause. */
export const toFailure = ({ code, message, hint }: EvidenceError): Failure => ({ code, message, hint });

/** The peer's failure as our own. A peer of another version may know other codes. */
export function fromFailure({ code, message, hint }: Failure): EvidenceError {
  const isKnown = Object.hasOwn(ERRORS, code);
  return new EvidenceError(isKnown ? (code as ErrorCode) : 'INTERNAL', message, { hint });
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

/** The lines of a stream. @throws Error when one is longer than 4 Mi characters. */
export async function* readLines(stream: Duplex): AsyncGenerator<string> {
  stream.setEncoding('utf8');
  let rest = '';
  for await (const text of stream as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_CHARS) throw new Error('control message too long');
    yield* lines;
  }
}
