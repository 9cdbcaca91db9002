import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { type Request, type Response, Router } from 'express';
import { EvidenceError } from '../../src/core/error.ts';
import { createId } from '../../src/core/id.ts';
import type { Credentials } from '../../src/operation/ports.ts';
import { refuseOthers } from '../allowed-methods.ts';
import { mediaTypeOf, readJson } from '../body.ts';
import { credentialsOf, isIdentified } from '../credentials.ts';
import type { McpParts } from '../parts.ts';
import { jsonLimit } from '../upload-size.ts';
import type { McpEndpoint } from './endpoint.ts';
import type { McpFace } from './face.ts';
import { createLegacyServer } from './legacy-server.ts';

/** Open streams at the same time. Each holds a socket. */
const MAX_SESSIONS = 100;
/** Of them from one address: a client needs one. */
const MAX_SESSIONS_PER_ADDRESS = 5;
/** Proxies and clients drop a stream that is silent for a minute. */
const KEEP_ALIVE_MS = 15_000;

interface Session {
  readonly transport: SSEServerTransport;
  /** Whence the stream was opened. */
  readonly address: string | null;
  /** Of the latest message that carried any, at first those of the stream. Written only by POST /messages. */
  credentials: Credentials;
  readonly close: () => Promise<void>;
}

/**
 * The transport of 2024-11-05: `GET /sse` opens a stream, `POST /messages` sends to it.
 *
 * @see https://modelcontextprotocol.io/specification/2024-11-05/basic/transports
 */
export function sseEndpoint(parts: McpParts, face: McpFace): McpEndpoint {
  const sessions = new Map<string, Session>();
  const router = Router({ caseSensitive: true });
  router
    .route('/sse')
    // Express would answer HEAD by the handler of GET, and open a stream.
    .head(refuseOthers(['GET'], { hasHead: false }))
    .get((req, res) => open(sessions, face, { req, res }))
    .all(refuseOthers(['GET'], { hasHead: false }));
  router
    .route('/messages')
    .post((req, res) => receive(sessions, jsonLimit(parts.configuration.maxUploadBytes), { req, res }))
    .all(refuseOthers(['POST']));
  const close = async () => {
    await Promise.all([...sessions.values()].map((session) => session.close()));
  };
  return { router, close };
}

async function open(
  sessions: Map<string, Session>,
  face: McpFace,
  { req, res }: { req: Request; res: Response },
): Promise<void> {
  const credentials = credentialsOf(req);
  const { address } = credentials;
  refuseMore(sessions, address);
  const gone = new AbortController();
  const transport = new SSEServerTransport('/messages', res);
  const server = createLegacyServer(face, {
    callerOf: () => ({ credentials: session.credentials, requestId: createId('req') }),
    signal: gone.signal,
  });
  const session: Session = { transport, address, credentials, close: () => server.close() };
  const keepAlive = setInterval(() => res.write(': keepalive\n\n'), KEEP_ALIVE_MS);
  sessions.set(transport.sessionId, session);
  res.once('close', () => {
    clearInterval(keepAlive);
    sessions.delete(transport.sessionId);
    gone.abort();
    void server.close();
  });
  // The SDK's own transport does not satisfy its interface under exactOptionalPropertyTypes.
  await server.connect(transport as Parameters<typeof server.connect>[0]);
}

function refuseMore(sessions: Map<string, Session>, address: string | null): void {
  if (sessions.size >= MAX_SESSIONS) throw new EvidenceError('OVERLOADED', 'Too many streams are open.');
  const own = [...sessions.values()].filter((session) => session.address === address);
  if (own.length >= MAX_SESSIONS_PER_ADDRESS)
    throw new EvidenceError('RATE_LIMITED', 'Too many streams are open from this address.', {
      hint: 'Close one, or send messages to POST /mcp, which needs no stream.',
    });
}

async function receive(
  sessions: Map<string, Session>,
  maxBytes: number,
  { req, res }: { req: Request; res: Response },
): Promise<void> {
  const session = sessions.get(String(req.query['sessionId'] ?? ''));
  if (!session)
    throw new EvidenceError('NOT_FOUND', 'No such session.', { hint: 'Open a stream with GET /sse.' });
  if (mediaTypeOf(req) !== 'application/json')
    throw new EvidenceError('MEDIA_TYPE_UNSUPPORTED', 'MCP messages are application/json.');
  const message = await readJson(req, maxBytes);
  // The SDK would answer by itself, in plain text that repeats what was sent.
  if (!JSONRPCMessageSchema.safeParse(message).success)
    throw new EvidenceError('REQUEST_INVALID', 'The body is not a JSON-RPC 2.0 message.');
  const credentials = credentialsOf(req);
  if (isIdentified(credentials)) session.credentials = credentials;
  await session.transport.handlePostMessage(req, res, message);
}
