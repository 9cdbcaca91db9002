import { ERRORS, type ErrorCode } from '../core/error-codes.ts';
import type { ErrorDefinition } from '../core/errors/definition.ts';
import type { Tool } from '../operation/define-tool.ts';
import type { JsonSchema } from '../operation/wire-schema.ts';
import type { Components } from './json-schema.ts';
import { errorStatusesOf } from './statuses.ts';

/** Every status that the operation can answer, with its body and headers. */
export function responsesOf(tool: Tool, components: Components): Record<string, unknown> {
  const { statuses = [200], binary } = tool.rest;
  const output = components.project(tool.output, 'output');
  const responses: Record<string, unknown> = {};
  for (const status of statuses) responses[status] = answer(tool, status, output);
  if (binary)
    responses[304] = { description: 'The entity tag of If-None-Match is current', headers: REQUEST_ID };
  for (const [status, codes] of errorStatusesOf(tool)) {
    const negative = statuses.some((known) => known === status);
    responses[status] = failure(codes, negative ? output : null, status === 402 ? CHALLENGE : {});
  }
  return responses;
}

function answer(tool: Tool, status: number, output: JsonSchema): Record<string, unknown> {
  const { headers = {}, binary } = tool.rest;
  const fields = Object.entries(headers).map(([header, field]) => [
    header,
    { description: `Same as the field ${field}`, schema: { type: 'string' } },
  ]);
  return {
    description: DESCRIPTIONS[status] ?? 'OK',
    headers: {
      ...REQUEST_ID,
      ...(status === 202 && ACCEPTED),
      ...(tool.price !== 'free' && status < 202 && RECEIPT),
      ...Object.fromEntries(fields),
    },
    content: binary ? { [binary]: {} } : { 'application/json': { schema: output } },
  };
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted: poll the address in Location',
  409: 'A negative answer',
};

const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } };

const ACCEPTED = {
  Location: { description: 'Where to poll', schema: { type: 'string', format: 'uri-reference' } },
  ...RETRY_AFTER,
};

const text = (description: string) => ({ description, schema: { type: 'string' } });

/** Headers of a 402 that a wallet can meet; those of an API key's quota are without them. */
const CHALLENGE = {
  'PAYMENT-REQUIRED': text('x402 version 2: base64 of PaymentRequired'),
  'X-Payment-Amount': text('Atomic units of the asset'),
  'X-Payment-Recipient': text('Who is paid'),
  'X-Payment-Network': text('CAIP-2'),
  'X-Payment-Asset': text('Address of the token'),
};

/** Headers of an answer that a wallet paid for. */
const RECEIPT = {
  'X-Payment-Receipt': text('Hash of the transaction'),
  'PAYMENT-RESPONSE': text('x402 version 2: base64 of SettlementResponse'),
};

/** @param negative schema of a negative answer under the same status. */
function failure(
  codes: readonly ErrorCode[],
  negative: JsonSchema | null,
  headers: Record<string, unknown>,
): Record<string, unknown> {
  const error: JsonSchema = { $ref: '#/components/schemas/Error' };
  const waits = codes.some((code) => (ERRORS[code] as ErrorDefinition).retryAfterSeconds !== undefined);
  return {
    description: codes.map((code) => `${code}: ${ERRORS[code].title}`).join('\n'),
    headers: { ...REQUEST_ID, ...(waits && RETRY_AFTER), ...headers },
    content: { 'application/json': { schema: negative ? { anyOf: [negative, error] } : error } },
  };
}
