import type { z } from 'zod';
import {
  BRIEF_TAG,
  COMPONENT_TAG,
  type JsonSchema,
  mapSchema,
  wireSchema,
} from '../operation/wire-schema.ts';

/** A tool's input: one inlined object, no tags, no references. */
export const inputSchema = (schema: z.ZodType): JsonSchema =>
  mapSchema(wireSchema(schema, 'input'), withoutTags);

/** A tool's input as `tools/list` shows it: like {@link inputSchema}, but brief where the schema says so. */
export const listedInputSchema = (schema: z.ZodType): JsonSchema =>
  mapSchema(wireSchema(schema, 'input'), (node) => withoutTags(node[BRIEF_TAG] ? brief(node) : node));

const brief = ({ type = 'object', description }: JsonSchema): JsonSchema => ({
  type,
  ...(description !== undefined && { description }),
});

/** A tool's output, inlined. Open for members that a later version adds: cached clients must not break. */
export const outputSchema = (schema: z.ZodType): JsonSchema =>
  mapSchema(wireSchema(schema, 'output'), (node) => withoutTags(openToAdditions(node)));

/** Collects named schemas while others are projected, for `#/components/schemas`. */
export interface Components {
  /** Schema with every tagged part replaced by a reference. @throws Error when one name has two shapes. */
  project(schema: z.ZodType, io: 'input' | 'output'): JsonSchema;
  /** Everything collected, sorted by name. */
  schemas(): Record<string, JsonSchema>;
}

/** An empty {@link Components}. */
export function createComponents(): Components {
  const found = new Map<string, JsonSchema>();
  const refer = (node: JsonSchema): JsonSchema => {
    const name = node[COMPONENT_TAG];
    const { description, default: fallback, ...body } = withoutTags(node);
    if (typeof name !== 'string') return withoutTags(node);
    const known = found.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(body))
      throw new Error(`component ${name} has two shapes`);
    found.set(name, body);
    return {
      $ref: `#/components/schemas/${name}`,
      ...(description !== undefined && { description }),
      ...(fallback !== undefined && { default: fallback }),
    };
  };
  return {
    project: (schema, io) =>
      mapSchema(wireSchema(schema, io), (node) => refer(io === 'output' ? openToAdditions(node) : node)),
    schemas: () => Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Drops our own `x-…` keywords. */
const withoutTags = (node: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(node).filter(([keyword]) => !keyword.startsWith('x-')));

function openToAdditions(node: JsonSchema): JsonSchema {
  const { additionalProperties, ...rest } = node;
  return additionalProperties === undefined || additionalProperties === false ? rest : node;
}
