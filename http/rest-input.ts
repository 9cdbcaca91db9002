import { isDeepStrictEqual } from 'node:util';
import type { Request } from 'express';
import { EvidenceError } from '../src/core/error.ts';
import type { Tool } from '../src/operation/define-tool.ts';
import {
  IDEMPOTENCY_FIELD,
  IDEMPOTENCY_SCHEMA,
  takesIdempotencyKey,
} from '../src/operation/idempotency-key.ts';
import { AGENT_HEADER, type Place, placeOf } from '../src/operation/placement.ts';
import { type JsonSchema, wireSchema } from '../src/operation/wire-schema.ts';
import { coerce, isList } from './coerce.ts';
import { type RequestBody, readRequestBody } from './request-body.ts';

interface Field {
  readonly name: string;
  readonly place: Place;
  readonly schema: JsonSchema;
}

type Entry = readonly [field: string, value: unknown];

/** Reads the input of one tool out of a request. The field table is made once. */
export function createInputReader(
  tool: Tool,
  maxUploadBytes: number,
): (req: Request) => Promise<Record<string, unknown>> {
  const { properties = {} } = wireSchema(tool.input, 'input');
  const accepted = takesIdempotencyKey(tool)
    ? { ...properties, [IDEMPOTENCY_FIELD]: IDEMPOTENCY_SCHEMA }
    : properties;
  const fields = Object.entries(accepted).map(([name, schema]) => ({
    name,
    schema,
    place: placeOf(tool, name),
  }));
  return async (req) => {
    const body = await readRequestBody(req, { file: tool.rest.file, maxUploadBytes });
    const problems: Problem[] = [];
    const query = queryEntries(fields, { req, body, problems });
    const inBody = bodyEntries(fields, body, problems);
    const repeated = conflicts(query, inBody);
    if (problems.length + repeated.length > 0) throw misplaced([...problems, ...repeated]);
    // A field in its own place wins over the header that stands for it.
    return Object.fromEntries([
      ...agentEntry(fields, req),
      ...query,
      ...inBody,
      ...pathAndHeaderEntries(fields, req),
    ]);
  };
}

interface Problem {
  readonly field: string;
  readonly problem: string;
}

const misplaced = (issues: readonly Problem[]): EvidenceError =>
  new EvidenceError(
    'REQUEST_INVALID',
    issues.map(({ field, problem }) => `${field}: ${problem}`).join('; '),
    {
      details: { issues },
    },
  );

function pathAndHeaderEntries(fields: readonly Field[], req: Request): Entry[] {
  return fields.flatMap(({ name, place, schema }): Entry[] => {
    const text =
      place.in === 'path' ? req.params[place.name] : place.in === 'header' ? req.get(place.name) : undefined;
    return text === undefined ? [] : [[name, coerce(schema, text)]];
  });
}

function agentEntry(fields: readonly Field[], req: Request): Entry[] {
  const agent = req.get(AGENT_HEADER.name);
  const isTaken = fields.some(({ name }) => name === AGENT_HEADER.field);
  return agent !== undefined && isTaken ? [[AGENT_HEADER.field, agent]] : [];
}

/** Unknown names pass: the tool's strict schema refuses them by name, the same on every face. */
function queryEntries(
  fields: readonly Field[],
  { req, body, problems }: { req: Request; body: RequestBody; problems: Problem[] },
): Entry[] {
  return Object.entries(req.query as Record<string, string | string[]>).flatMap(([name, value]): Entry[] => {
    const field = fields.find((known) => known.name === name);
    if (!field) return [[name, value]];
    if (isRepeated(field, value)) problems.push(sentTwice(name));
    // Beside a raw document there is no other place for the fields.
    if (field.place.in === 'query' || (body.kind === 'raw' && field.place.in === 'body'))
      return [[name, coerce(field.schema, value)]];
    problems.push({ field: name, problem: `belongs in the ${field.place.in}, not in the query` });
    return [];
  });
}

function bodyEntries(fields: readonly Field[], body: RequestBody, problems: Problem[]): Entry[] {
  if (body.kind === 'none') return [];
  if (body.kind === 'raw') return [body.entry];
  return body.entries.flatMap(([name, value]): Entry[] => {
    const field = fields.find((known) => known.name === name);
    if (!field) return [[name, value]];
    if (body.kind === 'form' && isRepeated(field, value)) problems.push(sentTwice(name));
    if (field.place.in === 'body' || field.place.alsoInBody) {
      return [[name, body.kind === 'form' && isText(value) ? coerce(field.schema, value) : value]];
    }
    problems.push({ field: name, problem: `belongs in the ${field.place.in}, not in the body` });
    return [];
  });
}

const isRepeated = ({ schema }: Field, value: unknown): boolean =>
  Array.isArray(value) && value.length > 1 && !isList(schema);

const sentTwice = (field: string): Problem => ({ field, problem: 'was sent more than once' });

const isText = (value: unknown): value is readonly string[] => Array.isArray(value);

function conflicts(query: readonly Entry[], body: readonly Entry[]): Problem[] {
  const inBody = new Map(body);
  return query
    .filter(([name, value]) => inBody.has(name) && !isDeepStrictEqual(inBody.get(name), value))
    .map(([name]) => ({ field: name, problem: 'has different values in the query and in the body' }));
}
