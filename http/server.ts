import { createServer, type Server } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { EvidenceError } from '../src/core/error.ts';
import { answerClientError } from './client-error.ts';
import { allowAnyOrigin } from './cors.ts';
import { discoveryRoutes, healthRoutes, serviceRoot } from './discovery.ts';
import { guardHost, guardOrigin } from './host-guard.ts';
import { type McpEndpoint, mcpEndpoint } from './mcp/endpoint.ts';
import { createFaces } from './mcp/face.ts';
import { sseEndpoint } from './mcp/sse.ts';
import type { HealthParts, HttpParts } from './parts.ts';
import { assignRequestId } from './request-id.ts';
import { restRoutes } from './rest-routes.ts';
import { retiredRoutes } from './retired-routes.ts';
import { answerErrors } from './send-error.ts';
import { verifyPageRoutes } from './verify-page.ts';

/** The HTTP face: call `server.listen`, later `close`. */
export interface HttpFace {
  readonly server: Server;
  /** Stop taking connections, end streams, wait for answers under way at most `graceMs`, then cut. */
  close(graceMs: number): Promise<void>;
}

interface Endpoints {
  readonly mcp: McpEndpoint;
  readonly sse: McpEndpoint;
}

/** A whole request must have arrived by then: 4 MiB at 40 kB/s. */
const REQUEST_TIMEOUT_MS = 120_000;
const HEADERS_TIMEOUT_MS = 20_000;
const IDLE_SWEEP_MS = 50;

/** REST, MCP over HTTP (both eras and SSE) and discovery on one server. */
export function createHttpServer(parts: HttpParts): HttpFace {
  const faceOf = createFaces(parts);
  const endpoints = { mcp: mcpEndpoint(parts, faceOf), sse: sseEndpoint(parts, faceOf({})) };
  const application = createApplication(parts, (app) => {
    app.use(['/mcp', '/sse', '/messages'], guardOrigin(parts.configuration.baseUrl));
    app.use(endpoints.mcp.router, endpoints.sse.router);
    app.use(
      allowAnyOrigin,
      healthRoutes(parts, serviceRoot(parts)),
      discoveryRoutes(parts),
      verifyPageRoutes(parts),
      retiredRoutes(),
      restRoutes(parts),
    );
  });
  const server = listener(application);
  return { server, close: (graceMs) => closeServer(server, endpoints, graceMs) };
}

/** What a worker answers: whether it lives and is ready. */
export function createHealthServer(parts: HealthParts): HttpFace {
  const server = listener(createApplication(parts, (app) => app.use(healthRoutes(parts))));
  return { server, close: (graceMs) => closeServer(server, null, graceMs) };
}

function listener(application: Express): Server {
  const limits = { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS };
  return createServer(limits, application).on('clientError', answerClientError);
}

function createApplication(parts: HealthParts, addRoutes: (app: Express) => void): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use(assignRequestId, neverSniff, guardHost(parts.configuration.baseUrl));
  addRoutes(app);
  app.use(() => {
    throw new EvidenceError('ROUTE_UNKNOWN');
  });
  app.use(answerErrors(parts.onFault));
  return app;
}

const neverSniff: RequestHandler = (_req, res, next) => {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  next();
};

async function closeServer(server: Server, endpoints: Endpoints | null, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that becomes idle after `close` would otherwise live until its keep-alive ends.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  // SSE streams never end by themselves; a call under way over POST may take its grace.
  await endpoints?.sse.close();
  await closed;
  await endpoints?.mcp.close();
  clearInterval(sweep);
  clearTimeout(cut);
}
