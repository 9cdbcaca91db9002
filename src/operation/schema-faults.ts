import type { z } from 'zod';
import { type JsonSchema, wireSchema } from './wire-schema.ts';

/**
 * Everything about a tool's input schema that some MCP client, model provider or code generator refuses.
 *
 * @see research/mcp-and-discovery.md 2.1, 2.2 and 4: each rule is a reported failure of a real client.
 */
export function inputSchemaFaults(schema: z.ZodObject): string[] {
  try {
    // A transform shows only in the output projection; its input would parse to something undocumented.
    wireSchema(schema, 'output');
    const root = wireSchema(schema, 'input');
    return [
      ...rootFaults(root),
      ...Object.entries(root.properties ?? {}).flatMap(([name, node]) => fieldFaults(name, node)),
    ];
  } catch (error) {
    return [`input: ${reason(error)}`];
  }
}

/** Output schemas are read by fewer clients: a plain, inlined object is enough. */
export function outputSchemaFaults(schema: z.ZodObject): string[] {
  try {
    const root = wireSchema(schema, 'output');
    return root.type === 'object' && !root.anyOf
      ? []
      : ['output: the root must be an object without combinators'];
  } catch (error) {
    return [`output: ${reason(error)}`];
  }
}

function rootFaults(root: JsonSchema): string[] {
  const faults: string[] = [];
  if (root.type !== 'object') faults.push('input: the root must be an object');
  if (COMBINATORS.some((keyword) => keyword in root)) faults.push('input: the root must have no combinator');
  if (root.additionalProperties !== false)
    faults.push('input: use z.strictObject, so that unknown fields are refused');
  return faults;
}

/** A field and everything below it. `path` is dotted. */
function fieldFaults(path: string, node: JsonSchema): string[] {
  const faults = node.description ? [] : [`input field ${path} has no description`];
  return [...faults, ...shapeFaults(path, node)];
}

function shapeFaults(path: string, node: JsonSchema): string[] {
  const faults: string[] = [];
  if ('$ref' in node || '$defs' in node) faults.push(`input field ${path} is recursive or referenced`);
  if (!SAYS_SOMETHING.some((keyword) => keyword in node))
    faults.push(`input field ${path} accepts anything: give it a type`);
  if (node.prefixItems || typeof node.items === 'boolean')
    faults.push(`input field ${path} is a tuple: use an object`);
  if (node.type === 'array' && !node.items) faults.push(`input field ${path} has untyped items`);
  return [...faults, ...childFaults(path, node)];
}

const childFaults = (path: string, node: JsonSchema): string[] => [
  ...Object.entries(node.properties ?? {}).flatMap(([name, child]) => fieldFaults(`${path}.${name}`, child)),
  ...(node.anyOf ?? []).flatMap((child) => shapeFaults(path, child)),
  ...[node.items, node.additionalProperties].flatMap((child) =>
    typeof child === 'object' ? shapeFaults(`${path}[]`, child) : [],
  ),
];

const COMBINATORS = ['anyOf', 'oneOf', 'allOf', 'not', '$ref', '$defs'];
const SAYS_SOMETHING = ['type', 'anyOf', 'enum', 'const', '$ref'];

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
