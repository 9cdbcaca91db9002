import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** What the tests need of a client, the same for both generations of the SDK. */
export interface AnyClient {
  readonly label: string;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<ToolAnswer>;
  readResource(uri: string): Promise<{ contents: Record<string, unknown>[] }>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  listPrompts(): Promise<{ prompts: { name: string }[] }>;
  getPrompt(name: string, args: Record<string, string>): Promise<{ messages: { content: unknown }[] }>;
  instructions(): string | undefined;
  close(): Promise<void>;
}

interface CallOptions {
  readonly onprogress?: (progress: { progress: number; message?: string }) => void;
  readonly signal?: AbortSignal;
}

/** Result of a tool call as clients see it. */
interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: {
    type: string;
    text?: string;
    uri?: string;
    size?: number;
    mimeType?: string;
    name?: string;
  }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly _meta?: Record<string, unknown>;
}

const INFO = { name: 'test', version: '1' };

/** Command line of a stdio server. */
export interface StdioCommand {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/** Ways to connect by label; `headers` go with every HTTP request. */
export function connectors(
  baseUrl: string,
  headers: Record<string, string>,
  stdio?: StdioCommand,
): Record<string, () => Promise<AnyClient>> {
  const http = new URL('/mcp', baseUrl);
  const requestInit = { headers };
  return {
    'legacy HTTP': () => legacy('legacy HTTP', new LegacyHttp(http, { requestInit })),
    'legacy SSE': () =>
      legacy('legacy SSE', new SSEClientTransport(new URL('/sse', baseUrl), { requestInit })),
    'modern HTTP, negotiating': () =>
      modern('modern HTTP, negotiating', new ModernHttp(http, { requestInit }), 'auto'),
    'modern HTTP, pinned': () =>
      modern('modern HTTP, pinned', new ModernHttp(http, { requestInit }), { pin: '2026-07-28' }),
    ...(stdio && {
      'legacy stdio': () => legacy('legacy stdio', new LegacyStdio({ ...stdio, stderr: 'pipe' })),
      'modern stdio, negotiating': () =>
        modern('modern stdio, negotiating', new ModernStdio({ ...stdio, stderr: 'pipe' }), 'auto'),
    }),
  };
}

async function legacy(label: string, transport: unknown): Promise<AnyClient> {
  const client = new LegacyClient(INFO);
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    label,
    listTools: () => client.listTools(),
    callTool: async (name, args, options) =>
      (await client.callTool({ name, arguments: args }, undefined, options as object)) as ToolAnswer,
    readResource: (uri) => client.readResource({ uri }),
    listResources: () => client.listResources(),
    listPrompts: () => client.listPrompts(),
    getPrompt: (name, args) => client.getPrompt({ name, arguments: args }),
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  };
}

async function modern(label: string, transport: unknown, mode: 'auto' | { pin: string }): Promise<AnyClient> {
  const client = new ModernClient(INFO, { versionNegotiation: { mode: mode as 'auto' } });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    label,
    listTools: () => client.listTools(),
    callTool: async (name, args, options) =>
      (await client.callTool({ name, arguments: args }, options as object)) as ToolAnswer,
    readResource: (uri) => client.readResource({ uri }),
    listResources: () => client.listResources(),
    listPrompts: () => client.listPrompts(),
    getPrompt: (name, args) => client.getPrompt({ name, arguments: args }),
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  };
}
