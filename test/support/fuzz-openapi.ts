import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';

/** The parts of an OpenAPI document that the fuzzer reads. */
interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema?: Schema }> };
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema?: Schema }> }>;
}

type Schema = Record<string, unknown>;

export interface FuzzOptions {
  readonly baseUrl: string;
  /** Headers of every request, e.g. credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** Requests in all. */
  readonly requests: number;
  readonly seed: number;
  /** Statuses of 500 and more that are no fault here, e.g. 503 when no browser is installed. */
  readonly tolerated?: readonly number[];
  /** Fixed values by field name, so that some requests get past the ids. */
  readonly known?: Readonly<Record<string, unknown>>;
}

/** What the fuzzer met: answers by operation and status, and every broken promise of the document. */
export interface FuzzReport {
  readonly requests: number;
  readonly tally: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

/**
 * Send requests made from `/openapi.json`, valid ones and broken ones, and hold the answers against it:
 * no 5xx, no undocumented status or content type, errors in JSON, bodies valid against their schema.
 */
export async function fuzzOpenapi(options: FuzzOptions): Promise<FuzzReport> {
  const document = (await (await fetch(`${options.baseUrl}/openapi.json`)).json()) as Document;
  const judge = createJudge(document, options.tolerated ?? []);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const tally: Record<string, number> = {};
  const faults: string[] = [];
  const each = Math.ceil(options.requests / operations.length);
  for (const [index, target] of operations.entries()) {
    const requests = fc.sample(requestArbitrary(target, document, options), {
      numRuns: each,
      seed: options.seed + index,
    });
    for (const request of requests) {
      const response = await fetch(`${options.baseUrl}${request.path}`, request.init);
      const key = `${target.operation.operationId} ${response.status}`;
      tally[key] = (tally[key] ?? 0) + 1;
      const fault = await judge(target.operation, response);
      if (fault)
        faults.push(
          `${target.method} ${request.path} ${String(request.init.body ?? '').slice(0, 200)}: ${fault}`,
        );
    }
  }
  return { requests: each * operations.length, tally, faults };
}

function createJudge(
  document: Document,
  tolerated: readonly number[],
): (operation: Operation, response: Response) => Promise<string | null> {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', ...document });
  const isValid = (schema: Schema, value: unknown) =>
    ajv.validate(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')), value);
  return async (operation, response) => {
    const bytes = await response.arrayBuffer();
    const mediaType = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
    const documented = operation.responses[response.status];
    if (!documented) return `the status ${response.status} is not documented`;
    if (response.status >= 500 && !tolerated.includes(response.status))
      return `the status is ${response.status}`;
    const media = documented.content?.[mediaType];
    if (documented.content && !media) return `${response.status} with the undocumented type ${mediaType}`;
    if (response.status >= 400 && mediaType !== 'application/json') return `an error as ${mediaType}`;
    if (!media?.schema) return null;
    return isValid(media.schema, JSON.parse(Buffer.from(bytes).toString()))
      ? null
      : `the ${response.status} body is not valid: ${ajv.errorsText()}`;
  };
}

interface GeneratedRequest {
  readonly path: string;
  readonly init: RequestInit & { body?: string };
}

function requestArbitrary(
  target: { readonly path: string; readonly method: string; readonly operation: Operation },
  document: Document,
  { headers, known = {} }: FuzzOptions,
): fc.Arbitrary<GeneratedRequest> {
  const { operation, method } = target;
  const valueFor = (name: string, schema: Schema) => {
    const sound = valid(schema, document);
    const broken = { weight: 1, arbitrary: nasty };
    return name in known
      ? fc.oneof({ weight: 6, arbitrary: fc.constant(known[name]) }, { weight: 2, arbitrary: sound }, broken)
      : fc.oneof({ weight: 5, arbitrary: sound }, broken);
  };
  const parameters = fc.tuple(
    ...(operation.parameters ?? []).map((parameter) =>
      fc
        .option(valueFor(parameter.name, parameter.schema), { freq: 3, nil: undefined })
        .map((value) => ({ ...parameter, value })),
    ),
  );
  const schema = operation.requestBody?.content['application/json']?.schema;
  const body = schema
    ? fc.oneof({ weight: 5, arbitrary: valid(schema, document) }, { weight: 1, arbitrary: nasty })
    : fc.constant(undefined);
  return fc.tuple(parameters, body).map(([given, content]) => ({
    path: placeParameters(target.path, given),
    init: {
      method,
      headers: {
        ...headers,
        ...headerParameters(given),
        ...(content !== undefined && { 'content-type': 'application/json' }),
      },
      ...(content !== undefined && { body: JSON.stringify(content) }),
    },
  }));
}

interface Given {
  readonly name: string;
  readonly in: string;
  readonly value: unknown;
}

function placeParameters(template: string, given: readonly Given[]): string {
  const query = new URLSearchParams();
  let path = template;
  for (const { name, in: place, value } of given) {
    // An empty or dotted segment is another path, which no operation documents.
    const text = asText(value).slice(0, 300).toWellFormed();
    const segment = /^\.{0,2}$/.test(text) ? 'x' : text;
    if (place === 'path') path = path.replace(`{${name}}`, () => encodeURIComponent(segment));
    if (place === 'query' && value !== undefined) query.set(name, asText(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

const headerParameters = (given: readonly Given[]): Record<string, string> =>
  Object.fromEntries(
    given
      .filter(
        ({ in: place, value }) =>
          place === 'header' && value !== undefined && /^[\x21-\x7e]+$/.test(asText(value)),
      )
      .map(({ name, value }) => [name, asText(value)]),
  );

const asText = (value: unknown): string =>
  Array.isArray(value)
    ? value.join(',')
    : typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : String(value);

/** Values that no schema asks for. */
const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    '',
    '\0',
    '../../etc/passwd',
    '💥',
    '\u202e',
    'a'.repeat(5000),
    -1,
    1e308,
    2 ** 53,
    true,
    null,
    [],
    {},
    [[]],
    { __proto__: null },
  ),
);

/** Values that `schema` accepts, near enough: formats and patterns are met, combinations are not searched. */
function valid(schema: Schema, document: Document): fc.Arbitrary<unknown> {
  const reference = schema['$ref'];
  if (typeof reference === 'string')
    return valid(document.components.schemas[reference.split('/').at(-1) ?? ''] ?? {}, document);
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  if (Array.isArray(schema['anyOf']))
    return fc.oneof(...(schema['anyOf'] as Schema[]).map((branch) => valid(branch, document)));
  return ofType(schema, document);
}

function ofType(schema: Schema, document: Document): fc.Arbitrary<unknown> {
  const bound = (keyword: string, fallback: number) =>
    typeof schema[keyword] === 'number' ? (schema[keyword] as number) : fallback;
  switch (schema['type']) {
    case 'integer':
      return fc.integer({ min: Math.ceil(bound('minimum', -5)), max: Math.floor(bound('maximum', 1000)) });
    case 'number':
      return fc.double({ min: bound('minimum', -1000), max: bound('maximum', 1000), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valid((schema['items'] as Schema) ?? {}, document), {
        minLength: bound('minItems', 0),
        maxLength: Math.min(bound('maxItems', 3), 5),
      });
    case 'object':
      return ofObject(schema, document);
    case 'string':
      return ofString(schema);
    default:
      return fc.jsonValue();
  }
}

function ofObject(schema: Schema, document: Document): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const fields = Object.fromEntries(properties.map(([name, property]) => [name, valid(property, document)]));
  if (properties.length === 0)
    return fc.dictionary(fc.stringMatching(/^[A-Za-z-]{1,10}$/), fc.string({ maxLength: 10 }), {
      maxKeys: 3,
    });
  return fc.record(fields, { requiredKeys: (schema['required'] as string[] | undefined) ?? [] });
}

function ofString(schema: Schema): fc.Arbitrary<string> {
  if (typeof schema['pattern'] === 'string') return fc.stringMatching(new RegExp(schema['pattern']));
  if (schema['contentEncoding'] === 'base64')
    return fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes).toString('base64'));
  if (schema['format'] === 'uri') return fc.webUrl();
  if (schema['format'] === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const maxLength = Math.min((schema['maxLength'] as number | undefined) ?? 20, 50);
  const minLength = (schema['minLength'] as number | undefined) ?? 0;
  return fc.oneof(
    { weight: 15, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength }) },
    // What no database text and no UTF-8 can hold.
    { weight: 1, arbitrary: fc.constantFrom('a\0', 'a\ud800', '\udc00a') },
  );
}
