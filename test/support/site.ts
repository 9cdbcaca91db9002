import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a path answers: HTML, or a response in full, or a function that answers itself. */
export type Route =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string | string[]>>;
      readonly body?: string | Uint8Array;
    }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** A request that the site received. */
export interface SiteRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** A small web site on a free loopback port. */
export interface Site {
  /** `http://127.0.0.1:port`, no slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Everything received so far, in order. */
  readonly requests: readonly SiteRequest[];
  /** Add or replace answers; a key is a path without its query. Unknown paths answer 404. */
  serve(routes: Readonly<Record<string, Route>>): void;
  /** Number of requests for a path. */
  count(path: string): number;
  close(): Promise<void>;
}

/** Start a site. Nothing is cached, so that every request is seen. */
export async function startSite(routes: Readonly<Record<string, Route>> = {}): Promise<Site> {
  const table = new Map(Object.entries(routes));
  const requests: SiteRequest[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push({ method: request.method ?? 'GET', path, headers: request.headers });
    answer(table.get(path.split('?', 1)[0] ?? '/'), request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    serve: (more) => {
      for (const [path, route] of Object.entries(more)) table.set(path, route);
    },
    count: (path) => requests.filter((request) => request.path.split('?', 1)[0] === path).length,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(route: Route | undefined, request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('cache-control', 'no-store');
  if (typeof route === 'function') {
    route(request, response);
    return;
  }
  const {
    status = 200,
    headers = {},
    body = '',
  } = typeof route === 'string' ? { body: route } : (route ?? { status: 404, body: '<h1>Not found</h1>' });
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
  response.end(body);
}
