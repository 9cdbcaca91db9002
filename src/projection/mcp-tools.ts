import type { Family, Tool } from '../operation/define-tool.ts';
import { IDEMPOTENCY_FIELD, takesIdempotencyKey } from '../operation/idempotency-key.ts';
import { type JsonSchema, mapSchema } from '../operation/wire-schema.ts';
import { listedInputSchema } from './json-schema.ts';

type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
interface JsonObject {
  [member: string]: JsonValue;
}

/** A schema whose root is an object, as both SDKs type it. */
interface RootSchema {
  type: 'object';
  properties?: Record<string, JsonObject>;
  required?: string[];
  [keyword: string]: JsonValue | undefined;
}

/** A tool as `tools/list` names it, the same in both protocol eras. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: RootSchema;
  readonly outputSchema: RootSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** Which tools a client asked for. Everything by default. */
export interface ToolSelection {
  readonly families?: ReadonlySet<Family>;
  /** Only tools that change nothing. */
  readonly readOnly?: boolean;
}

/** The chosen ones of `tools`, order kept. */
export const selectTools = (tools: readonly Tool[], { families, readOnly = false }: ToolSelection): Tool[] =>
  tools.filter((tool) => (families?.has(tool.family) ?? true) && (!readOnly || tool.effect === 'read'));

/** `tool` for MCP. Agents pay for every byte of the list. */
export const projectMcpTool = (tool: Tool): McpTool => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: asRoot(compact(keyedInput(tool))),
  outputSchema: ANY_OUTPUT,
  annotations: {
    readOnlyHint: tool.effect === 'read',
    destructiveHint: tool.effect === 'destroy',
    idempotentHint: tool.idempotent ?? tool.effect !== 'create',
    openWorldHint: tool.openWorld ?? false,
  },
});

/**
 * The input, with the idempotency key where repeating a call costs something: every POST takes one, but agents pay
 * for each byte of the list.
 */
function keyedInput(tool: Tool): JsonSchema {
  const schema = listedInputSchema(tool.input);
  if (!takesIdempotencyKey(tool) || (tool.effect === 'read' && tool.price === 'free')) return schema;
  const key = { type: 'string', description: 'Repeated: the same answer, charged once' };
  return { ...schema, properties: { ...schema.properties, [IDEMPOTENCY_FIELD]: key } };
}

/**
 * Any object. What an answer holds is said by the description and shows in the answer itself; spelled out, the
 * outputs were a fifth of the list. It also lets a paid tool answer x402's PaymentRequired: SDK clients of the
 * older era throw on a structured answer that the schema does not allow, even in an error.
 */
const ANY_OUTPUT: RootSchema = { type: 'object' };

/** A schema as the list shows it: an id's form is told by its description, and judged when it comes. */
const compact = (schema: JsonSchema): JsonSchema =>
  mapSchema(schema, ({ pattern, ...node }) =>
    isIdPattern(pattern) ? node : { ...node, ...(pattern !== undefined && { pattern }) },
  );

const isIdPattern = (pattern: unknown): boolean =>
  typeof pattern === 'string' && /^\^[a-z]+_\[0-7\]/.test(pattern);

/** Projected schemas went through JSON, so they hold nothing else. */
const asRoot = (schema: JsonSchema): RootSchema => ({ ...(schema as RootSchema), type: 'object' });
