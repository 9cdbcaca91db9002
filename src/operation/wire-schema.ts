import { z } from 'zod';

/** The part of JSON Schema 2020-12 that our zod schemas project to. */
export interface JsonSchema {
  type?: string | string[];
  description?: string;
  default?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema | boolean;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  [keyword: string]: unknown;
}

/** Names a schema for OpenAPI (see `component` in core/schema.ts). */
export const COMPONENT_TAG = 'x-component';

/** Marks an object that `tools/list` shows without its members (see `briefInLists` in core/schema.ts). */
export const BRIEF_TAG = 'x-brief';

/**
 * JSON Schema of `schema` as clients get it, inlined: zod's own noise is taken off (bounds of safe integers,
 * patterns beside a `format`, type arrays, `additionalProperties: {}`). {@link COMPONENT_TAG} stays.
 *
 * @param io `input`: what a caller may send; `output`: what it receives.
 * @throws Error when JSON Schema cannot say it: transforms (output), dates, bigints, recursion.
 */
export function wireSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const projected = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    cycles: 'throw',
  });
  const { $schema: _, ...json } = JSON.parse(JSON.stringify(projected)) as JsonSchema;
  return mapSchema(json, (node) => liftDescription(tidyType(tidyKeywords(node))));
}

/** Rebuild a schema bottom-up: `change` sees every subschema after its children. */
export function mapSchema(schema: JsonSchema, change: (node: JsonSchema) => JsonSchema): JsonSchema {
  const node = { ...schema };
  const map = (child: JsonSchema) => mapSchema(child, change);
  if (node.properties) {
    node.properties = Object.fromEntries(
      Object.entries(node.properties).map(([name, child]) => [name, map(child)]),
    );
  }
  if (node.anyOf) node.anyOf = node.anyOf.map(map);
  if (node.prefixItems) node.prefixItems = node.prefixItems.map(map);
  if (typeof node.items === 'object') node.items = map(node.items);
  if (typeof node.additionalProperties === 'object')
    node.additionalProperties = map(node.additionalProperties);
  return change(node);
}

function tidyKeywords(schema: JsonSchema): JsonSchema {
  const { propertyNames, ...node } = schema;
  if (node['minimum'] === Number.MIN_SAFE_INTEGER) delete node['minimum'];
  if (node['maximum'] === Number.MAX_SAFE_INTEGER) delete node['maximum'];
  // zod adds its own pattern (up to 300 characters) to a format that says the same.
  if (node['format']) delete node['pattern'];
  if (node['format'] === 'base64') delete node['format'];
  if (isEmpty(node.additionalProperties)) node.additionalProperties = true;
  return node;
}

/** `type: [a, b]` as `anyOf`: some model providers refuse the array form. */
function tidyType(node: JsonSchema): JsonSchema {
  const { type, description, default: fallback, ...rest } = node;
  if (!Array.isArray(type)) return node;
  return {
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
    anyOf: type.map((name) => (name === 'null' ? { type: name } : { type: name, ...rest })),
  };
}

/** `described.nullable()` keeps the text on the inner branch, where nobody looks for it. */
function liftDescription(node: JsonSchema): JsonSchema {
  const described = node.anyOf?.find(({ description }) => description !== undefined);
  if (!described || node.description !== undefined) return node;
  const { description, ...branch } = described;
  const anyOf = node.anyOf?.map((other) => (other === described ? branch : other)) ?? [];
  return { ...(description !== undefined && { description }), ...node, anyOf };
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
