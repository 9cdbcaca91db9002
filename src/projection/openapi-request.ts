import type { Tool } from '../operation/define-tool.ts';
import { IDEMPOTENCY_FIELD, IDEMPOTENCY_SCHEMA, takesIdempotencyKey } from '../operation/idempotency-key.ts';
import { AGENT_HEADER, placeOf } from '../operation/placement.ts';
import type { JsonSchema } from '../operation/wire-schema.ts';

/** Parameters of path, query and header, `Idempotency-Key` on every POST and `X-Agent-Id` where an agent is named. */
export function parametersOf(tool: Tool, { properties = {}, required = [] }: JsonSchema): unknown[] {
  const parameters = Object.entries(properties).flatMap(([field, { description, ...schema }]) => {
    const place = placeOf(tool, field);
    if (place.in === 'body') return [];
    return [{ name: place.name, in: place.in, required: required.includes(field), description, schema }];
  });
  const agent = properties[AGENT_HEADER.field] ? [agentHeader(properties[AGENT_HEADER.field])] : [];
  return [...parameters, ...agent, ...(takesIdempotencyKey(tool) ? [IDEMPOTENCY_HEADER] : [])];
}

/** The field `agent_id` may come in this header instead. */
function agentHeader(field: JsonSchema | undefined): unknown {
  const { description: _, ...schema } = field ?? {};
  const description = `Stands for ${AGENT_HEADER.field} where that is absent`;
  return { name: AGENT_HEADER.name, in: 'header', required: false, description, schema };
}

const { description, ...schema } = IDEMPOTENCY_SCHEMA;
const IDEMPOTENCY_HEADER = { name: 'Idempotency-Key', in: 'header', required: false, description, schema };

/** The request body in every form the operation takes, or null when it takes none. */
export function requestBodyOf(tool: Tool, input: JsonSchema): Record<string, unknown> | null {
  const schema = bodySchema(tool, input);
  if (!schema?.properties) return null;
  const json = { 'application/json': { schema, ...jsonExamples(tool) } };
  const content = tool.rest.file ? { ...json, ...uploads(schema, tool.rest.file) } : json;
  return { required: (schema.required?.length ?? 0) > 0, content };
}

function bodySchema(tool: Tool, { properties = {}, required = [] }: JsonSchema): JsonSchema | null {
  const inBody = (field: string) => {
    const place = placeOf(tool, field);
    return place.in === 'body' || place.alsoInBody;
  };
  const fields = Object.entries(properties).filter(([field]) => inBody(field));
  if (fields.length === 0) return null;
  const needed = required.filter((field) => placeOf(tool, field).in === 'body');
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(fields),
      ...(takesIdempotencyKey(tool) && { [IDEMPOTENCY_FIELD]: IDEMPOTENCY_SCHEMA }),
    },
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  };
}

/** The forms that carry a document as bytes. In multipart, objects are JSON texts. */
function uploads({ properties = {}, ...schema }: JsonSchema, file: string): Record<string, unknown> {
  const { [file]: _, ...fields } = properties;
  const part = { contentMediaType: 'application/octet-stream', description: 'The document' };
  return {
    'multipart/form-data': { schema: { ...schema, properties: { file: part, ...fields } } },
    'application/octet-stream': {},
    'application/pdf': {},
    'text/html': {},
  };
}

function jsonExamples(tool: Tool): { examples?: Record<string, unknown> } {
  const examples = tool.examples.map(({ title, input }) => {
    const fields = Object.entries(input).filter(
      ([field]) => !['path', 'header'].includes(placeOf(tool, field).in),
    );
    return [
      title.replaceAll(/\W+/g, '-').toLowerCase(),
      { summary: title, value: Object.fromEntries(fields) },
    ] as const;
  });
  return examples.length > 0 ? { examples: Object.fromEntries(examples) } : {};
}
