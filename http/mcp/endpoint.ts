import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { EvidenceError, toEvidenceError } from '../../src/core/error.ts';
import { errorBody } from '../../src/projection/error-body.ts';
import type { ToolSelection } from '../../src/projection/mcp-tools.ts';
import { mediaTypeOf, readJson } from '../body.ts';
import { credentialsOf, paymentHeadersOf } from '../credentials.ts';
import type { McpParts } from '../parts.ts';
import { requestIdOf } from '../request-id.ts';
import { jsonLimit } from '../upload-size.ts';
import type { McpCaller } from './caller.ts';
import type { McpFace } from './face.ts';
import { createLegacyServer } from './legacy-server.ts';
import { createModernServer } from './modern-server.ts';
import { selectionOf } from './selection.ts';

/** A mounted endpoint. */
export interface McpEndpoint {
  readonly router: Router;
  /** Ends what is under way and every open stream. */
  close(): Promise<void>;
}

interface Exchange {
  readonly face: McpFace;
  readonly caller: McpCaller;
}

/**
 * `POST /mcp`, `/mcp/readonly` and `/mcp/x/{family}` for both protocol eras. Stateless: each request gets a
 * server of its own, nothing is remembered, and GET is 405 so that clients open no idle stream.
 */
export function mcpEndpoint(parts: McpParts, faceOf: (selection: ToolSelection) => McpFace): McpEndpoint {
  const router = Router({ caseSensitive: true });
  const modern = modernHandler(parts);
  const post: RequestHandler = async (req, res) => {
    if (mediaTypeOf(req) !== 'application/json')
      throw new EvidenceError('MEDIA_TYPE_UNSUPPORTED', 'MCP messages are application/json.');
    const message = await readJson(req, jsonLimit(parts.configuration.maxUploadBytes));
    const exchange = {
      face: faceOf(selectionOf(req)),
      caller: {
        credentials: { ...credentialsOf(req), payments: paymentsFor(message, req) },
        requestId: requestIdOf(res),
      },
    };
    const isLegacy = await isLegacyRequest(webHeadOf(req), message);
    await (isLegacy
      ? serveLegacy(exchange, message, { req, res })
      : modern.serve(exchange, message, { req, res }));
  };
  for (const path of ['/mcp', '/mcp/readonly', '/mcp/x/:family'])
    router.route(path).post(post).all(refuseOtherMethods);
  router.use('/mcp', answerRpcErrors(parts.onFault));
  return { router, close: modern.close };
}

/** A payment in the headers is for the one call that the message is; any other message costs nothing. */
function paymentsFor(message: unknown, req: Request): string[] {
  const { method } = (message ?? {}) as { readonly method?: unknown };
  return method === 'tools/call' ? paymentHeadersOf(req) : [];
}

/** Head of the request as the SDK's router reads it; the body is handed over parsed. */
const webHeadOf = (req: Request): globalThis.Request => {
  const headers = new Headers();
  for (const [name, values] of Object.entries(req.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return new globalThis.Request(new URL(req.path, 'http://localhost'), { method: 'POST', headers });
};

async function serveLegacy(
  { face, caller }: Exchange,
  message: unknown,
  { req, res }: { req: Request; res: Response },
): Promise<void> {
  const gone = new AbortController();
  const server = createLegacyServer(face, { callerOf: () => caller, signal: gone.signal });
  const transport = new StreamableHTTPServerTransport();
  res.once('close', () => {
    gone.abort();
    void server.close();
  });
  // The SDK's own transport does not satisfy its interface under exactOptionalPropertyTypes.
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(req, res, message);
}

function modernHandler({ onFault }: McpParts) {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const exchange = authInfo?.extra?.['exchange'] as Exchange | undefined;
      if (!exchange) throw new TypeError('a message without its exchange');
      const { face, caller } = exchange;
      return createModernServer(face, { callerOf: () => caller, era: 'modern' });
    },
    { legacy: 'reject', onerror: (error) => onFault(error, null) },
  );
  const node = toNodeHandler(handler, { onerror: (error) => onFault(error, null) });
  return {
    close: handler.close,
    serve: (exchange: Exchange, message: unknown, { req, res }: { req: Request; res: Response }) => {
      // `auth` is the SDK's only way to hand something from the request to the factory.
      const auth = { token: '', clientId: '', scopes: [], extra: { exchange } };
      return node(
        Object.assign(req, { auth }) as NodeIncomingMessageLike,
        res as Parameters<typeof node>[1],
        message,
      );
    },
  };
}

const refuseOtherMethods: RequestHandler = (req, res) => {
  res.setHeader('Allow', 'POST, OPTIONS');
  if (req.method !== 'OPTIONS')
    throw new EvidenceError('METHOD_NOT_ALLOWED', 'MCP messages are sent by POST.');
  res.status(204).end();
};

/** Failures before a message reached the protocol, in the form its clients read. */
const answerRpcErrors =
  (onFault: McpParts['onFault']): ErrorRequestHandler =>
  // biome-ignore lint/complexity/useMaxParams: Express knows an error handler by its four parameters.
  (thrown, _req, res, _next) => {
    const error = toEvidenceError(thrown);
    if (error.code === 'INTERNAL') onFault(thrown, requestIdOf(res));
    if (res.headersSent) return void res.destroy();
    const data = errorBody(error, requestIdOf(res));
    const code = error.code === 'JSON_MALFORMED' ? PARSE_ERROR : SERVER_ERROR;
    res
      .status(error.status)
      .json({ jsonrpc: '2.0', error: { code, message: error.message, data }, id: null });
  };

const PARSE_ERROR = -32700;
const SERVER_ERROR = -32000;
