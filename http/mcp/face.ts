import { EvidenceError, toEvidenceError } from '../../src/core/error.ts';
import { availablePrompts, type Prompt } from '../../src/operation/define-prompt.ts';
import type { Credentials } from '../../src/operation/ports.ts';
import { errorResult, type McpErrorResult } from '../../src/projection/error-body.ts';
import { callResult, type McpCallResult } from '../../src/projection/mcp-result.ts';
import {
  type McpTool,
  projectMcpTool,
  selectTools,
  type ToolSelection,
} from '../../src/projection/mcp-tools.ts';
import type { McpParts } from '../parts.ts';
import { assertUploadSize } from '../upload-size.ts';
import type { McpCaller } from './caller.ts';
import { createResourceFace, type ResourceFace } from './resource-face.ts';
import { invalidParams } from './rpc-fault.ts';

/** One call of a tool as a transport delivered it. */
interface ToolCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
  /** `_meta` of the request. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly signal: AbortSignal;
  readonly progress: (percent: number, stage: string) => void;
}

/** Everything an MCP server answers, free of either SDK: the two adapters only pass messages on. */
export interface McpFace {
  readonly server: { readonly name: string; readonly title: string; readonly version: string };
  readonly tools: readonly McpTool[];
  readonly prompts: readonly Prompt[];
  readonly resources: ResourceFace;
  /** @throws RpcFault for an unknown tool; every other failure is a result. */
  callTool(call: ToolCall, caller: McpCaller): Promise<McpCallResult | McpErrorResult>;
  /** Text of a prompt. @throws RpcFault for an unknown name or a missing argument. */
  buildPrompt(name: string, values: Readonly<Record<string, string>>): { description: string; text: string };
}

/** Makes faces over one set of parts. Tools are projected once; a selection only chooses among them. */
export function createFaces(parts: McpParts): (selection: ToolSelection) => McpFace {
  const { catalogue } = parts;
  const projected = new Map(catalogue.tools.map((tool) => [tool, projectMcpTool(tool)]));
  const prompts = availablePrompts(parts.prompts, catalogue.byName);
  const resources = createResourceFace(parts);
  const server = { name: 'affiant', title: 'Affiant', version: parts.configuration.version };
  return (selection) => {
    const selected = selectTools(catalogue.tools, selection);
    const names = new Set(selected.map((tool) => tool.name));
    return {
      server,
      tools: selected.flatMap((tool) => projected.get(tool) ?? []),
      prompts,
      resources,
      buildPrompt: (name, values) => buildPrompt(prompts, name, values),
      callTool: (call, caller) => {
        if (!names.has(call.name)) throw unknownTool();
        return callTool(parts, call, caller);
      },
    };
  };
}

const unknownTool = () => {
  const { message, code, hint } = new EvidenceError('TOOL_UNKNOWN');
  return invalidParams(`${code}: ${message}`, { code, hint });
};

async function callTool(
  parts: McpParts,
  call: ToolCall,
  { credentials, requestId }: McpCaller,
): Promise<McpCallResult | McpErrorResult> {
  const { pipeline, catalogue, configuration } = parts;
  try {
    const tool = catalogue.byName.get(call.name);
    if (tool) assertUploadSize(tool, call.arguments, tool.rest.maxFileBytes ?? configuration.maxUploadBytes);
    const { name: operation, arguments: input, signal, progress } = call;
    const result = await pipeline.call({
      operation,
      input,
      credentials: withPayment(credentials, call.meta),
      requestId,
      face: 'mcp',
      idempotencyKey: null,
      signal,
      progress,
    });
    // The transport takes it from here, and does not say when it has arrived.
    result.onDelivered?.();
    return callResult(result);
  } catch (thrown) {
    return errorResult(toEvidenceError(thrown), requestId);
  }
}

/** @see https://github.com/coinbase/x402 specs/transports-v2/mcp.md */
function withPayment(credentials: Credentials, meta: ToolCall['meta']): Credentials {
  const payment = meta?.['x402/payment'];
  if (payment === undefined) return credentials;
  return { ...credentials, payments: [...(credentials.payments ?? []), payment] };
}

function buildPrompt(prompts: readonly Prompt[], name: string, values: Readonly<Record<string, string>>) {
  const prompt = prompts.find((known) => known.name === name);
  if (!prompt) throw invalidParams('No such prompt: see prompts/list.');
  const missing = prompt.arguments.filter((argument) => argument.required && !values[argument.name]);
  if (missing.length > 0)
    throw invalidParams(`Missing: ${missing.map((argument) => argument.name).join(', ')}.`);
  return { description: prompt.description, text: prompt.build(values) };
}
