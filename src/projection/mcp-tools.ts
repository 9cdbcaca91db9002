import type { Family, Tool } from '../operation/define-tool.ts';
import type { JsonSchema } from '../operation/wire-schema.ts';
import { inputSchema, outputSchema } from './json-schema.ts';

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

/** `tool` for MCP. The output schema is shallow: agents pay for every byte of the list. */
export const projectMcpTool = (tool: Tool): McpTool => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: asRoot(inputSchema(tool.input)),
  outputSchema: shallowOutput(tool),
  annotations: {
    readOnlyHint: tool.effect === 'read',
    destructiveHint: tool.effect === 'destroy',
    idempotentHint: tool.idempotent ?? tool.effect !== 'create',
    openWorldHint: tool.openWorld ?? false,
  },
});

/**
 * Names and types of the members that are always there; what is inside an object or a list shows in the answer.
 * Nothing is `required`: a paid tool may answer x402's PaymentRequired in place of its output, and SDK clients
 * of the older era throw on a structured answer that the schema does not allow, even in an error.
 */
function shallowOutput(tool: Tool): RootSchema {
  const { properties = {}, required = [] } = outputSchema(tool.output);
  const shallow = Object.entries(properties)
    .filter(([name, { type }]) => type !== undefined && type !== 'null' && required.includes(name))
    .map(([name, { type }]) => [name, { type }]);
  return asRoot({ properties: Object.fromEntries(shallow) });
}

/** Projected schemas went through JSON, so they hold nothing else. */
const asRoot = (schema: JsonSchema): RootSchema => ({ ...(schema as RootSchema), type: 'object' });
