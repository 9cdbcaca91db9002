import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { McpCaller } from './caller.ts';
import type { McpFace } from './face.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { relayProgress } from './progress.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** What a connection of the older era needs to know. */
export interface LegacyConnection {
  readonly callerOf: (extra: Extra) => McpCaller;
  /** Aborted when the connection is gone. */
  readonly signal: AbortSignal;
}

/**
 * `face` as a server of the protocol up to 2025-11-25. The low-level server is used on purpose: the high-level
 * one rewrites schemas and words errors of its own.
 */
export function createLegacyServer(face: McpFace, connection: LegacyConnection): Server {
  const server = new Server(face.server, {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: INSTRUCTIONS,
  });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...face.tools] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const relay = relayProgress(progressSender(params._meta?.progressToken, extra));
    const signal = AbortSignal.any([extra.signal, connection.signal]);
    const call = {
      name: params.name,
      arguments: params.arguments ?? {},
      meta: params._meta,
      signal,
      progress: relay.progress,
    };
    const result = await face.callTool(call, connection.callerOf(extra));
    await relay.settled();
    return { ...result };
  });
  bindResources(server, face, connection);
  bindPrompts(server, face);
  return server;
}

function bindResources(server: Server, { resources }: McpFace, connection: LegacyConnection): void {
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [...resources.list] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [...resources.templates],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, extra) => {
    const reader = { ...connection.callerOf(extra), era: 'legacy' as const, signal: extra.signal };
    return { contents: [await resources.read(params.uri, reader)] };
  });
}

function bindPrompts(server: Server, face: McpFace): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: face.prompts.map(({ name, title, description, arguments: list }) => ({
      name,
      title,
      description,
      arguments: [...list],
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    const { description, text } = face.buildPrompt(params.name, params.arguments ?? {});
    return { description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
}

const progressSender = (progressToken: string | number | undefined, extra: Extra) =>
  progressToken === undefined
    ? null
    : (progress: number, message: string) =>
        extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100, message },
        });
