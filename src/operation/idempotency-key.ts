import { EvidenceError } from '../core/error.ts';
import type { Tool } from './define-tool.ts';
import type { JsonSchema } from './wire-schema.ts';

/** Field of the input that does what the header `Idempotency-Key` does, for callers who set no headers. */
export const IDEMPOTENCY_FIELD = 'idempotency_key';

const FORM = /^[\x21-\x7e]{1,255}$/;

/** Schema of the key: 1 to 255 visible ASCII characters. */
export const IDEMPOTENCY_SCHEMA: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: FORM.source,
  description: 'Any text of your own. The same key with the same request gives the first answer again',
};

/** Whether the operation takes a key: every POST does. */
export const takesIdempotencyKey = ({ rest }: Tool): boolean => rest.method === 'POST';

/** The parameters of a call without its key, and the key. */
export interface KeyedInput {
  readonly parameters: unknown;
  readonly key: string | null;
}

/**
 * Take the key out of the input, before the tool's strict schema sees it.
 *
 * @param header the key that came beside the input, if any.
 * @throws EvidenceError `REQUEST_INVALID` when it has a wrong form, or when field and header differ.
 */
export function takeIdempotencyKey(tool: Tool, input: unknown, header: string | null): KeyedInput {
  if (!takesIdempotencyKey(tool) || !isRecord(input) || !(IDEMPOTENCY_FIELD in input))
    return { parameters: input, key: header };
  const { [IDEMPOTENCY_FIELD]: field, ...parameters } = input;
  if (typeof field !== 'string' || !FORM.test(field))
    throw new EvidenceError(
      'REQUEST_INVALID',
      `${IDEMPOTENCY_FIELD}: expected 1 to 255 visible ASCII characters`,
    );
  if (header !== null && header !== field)
    throw new EvidenceError(
      'REQUEST_INVALID',
      `${IDEMPOTENCY_FIELD}: differs from the header Idempotency-Key`,
    );
  return { parameters, key: field };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
