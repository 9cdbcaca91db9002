import type { JsonSchema } from '../src/operation/wire-schema.ts';

/**
 * Text from a query, header, path or form as the type that `schema` names, where that is safe. What does not
 * fit stays text and the tool's schema refuses it by name. (zod's own coercion would make `"false"` true.)
 */
export function coerce(schema: JsonSchema, value: string | readonly string[]): unknown {
  const target = concrete(schema);
  if (target.type === 'array') return coerceList(target, value);
  if (typeof value !== 'string')
    return value.length === 1 && value[0] !== undefined ? coerce(schema, value[0]) : [...value];
  return coerceText(target.type, value);
}

/** Whether a name may be repeated: each value is an item then. */
export const isList = (schema: JsonSchema): boolean => concrete(schema).type === 'array';

function coerceText(type: JsonSchema['type'], text: string): unknown {
  if (type === 'integer' || type === 'number') return NUMBER.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' || (text !== 'false' && text);
  if (type === 'object') return parseJson(text) ?? text;
  return text;
}

/** A list is given by repeating the name, as JSON, or with commas where no item can hold one. */
function coerceList({ items }: JsonSchema, value: string | readonly string[]): unknown {
  const item = typeof items === 'object' ? items : {};
  const texts = typeof value === 'string' ? [value] : value;
  const [only = ''] = texts;
  if (texts.length === 1 && only.startsWith('[')) return parseJson(only) ?? only;
  const parts = hasNoComma(concrete(item)) ? texts.flatMap((text) => text.split(',')) : texts;
  return parts.map((part) => coerce(item, part));
}

const hasNoComma = ({ type, enum: choices, pattern }: JsonSchema): boolean =>
  type === 'integer' || type === 'number' || choices !== undefined || pattern !== undefined;

/** The one type that is meant, leaving out null. */
function concrete(schema: JsonSchema): JsonSchema {
  const branches = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return branches.length === 1 && branches[0] ? branches[0] : schema;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
