import { Server, type ServerContext } from '@modelcontextprotocol/server';
import type { McpCaller } from './caller.ts';
import type { McpFace } from './face.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { relayProgress } from './progress.ts';
import type { Era } from './rpc-fault.ts';

/** Lists change only with a new version of the service. */
const CACHED = { ttlMs: 300_000, cacheScope: 'public' as const };
/** What belongs to an owner is never kept. */
const PRIVATE = { ttlMs: 0, cacheScope: 'private' as const };

/** What a connection of the SDK's second generation needs to know. */
export interface ModernConnection {
  readonly callerOf: (context: ServerContext) => McpCaller;
  /** The SDK of this era also serves the older one over stdio. */
  readonly era: Era;
}

/** `face` as a server of the protocol 2026-07-28. */
export function createModernServer(face: McpFace, connection: ModernConnection): Server {
  const server = new Server(face.server, {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: INSTRUCTIONS,
  });
  server.setRequestHandler('tools/list', () => ({ tools: [...face.tools], ...CACHED }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const relay = relayProgress(progressSender(context));
    const { signal } = context.mcpReq;
    const call = {
      name: params.name,
      arguments: params.arguments ?? {},
      meta: params._meta ?? context.mcpReq._meta,
      signal,
      progress: relay.progress,
    };
    const result = await face.callTool(call, connection.callerOf(context));
    await relay.settled();
    return { ...result };
  });
  bindResources(server, face, connection);
  bindPrompts(server, face);
  return server;
}

function bindResources(server: Server, { resources }: McpFace, { callerOf, era }: ModernConnection): void {
  server.setRequestHandler('resources/list', () => ({ resources: [...resources.list], ...CACHED }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...resources.templates],
    ...CACHED,
  }));
  server.setRequestHandler('resources/read', async ({ params }, context) => {
    const reader = { ...callerOf(context), era, signal: context.mcpReq.signal };
    return { contents: [await resources.read(params.uri, reader)], ...PRIVATE };
  });
}

function bindPrompts(server: Server, face: McpFace): void {
  server.setRequestHandler('prompts/list', () => ({
    prompts: face.prompts.map(({ name, title, description, arguments: list }) => ({
      name,
      title,
      description,
      arguments: [...list],
    })),
    ...CACHED,
  }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const { description, text } = face.buildPrompt(params.name, params.arguments ?? {});
    return { description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
}

function progressSender({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return null;
  return (progress: number, message: string) =>
    mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress, total: 100, message },
    });
}
