import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { connectPinned } from './pinned-socket.ts';
import type { Admitted } from './proxy-admission.ts';
import type { SessionRecord } from './proxy-session.ts';

/** Of one connection only. @see https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
const HOP_BY_HOP = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|http2-settings)$/;

const MAX_HEADER_BYTES = 65_536;

/** An admitted request and whose it is. */
export interface OutgoingTraffic extends Admitted {
  readonly session: SessionRecord;
  /** Aborts when the browser's connection closes. */
  readonly signal: AbortSignal;
  readonly idleTimeoutMs: number;
}

/** Sends one plain-http request on over a connection of its own and streams the answer back. */
export function forward(incoming: IncomingMessage, response: ServerResponse, traffic: OutgoingTraffic): void {
  const { target, session } = traffic;
  const upstream = request({
    method: incoming.method ?? 'GET',
    path: `${target.url.pathname}${target.url.search}`,
    headers: buildRequestHeaders(incoming, target.url.host),
    setHost: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    createConnection: () => connectPinned(traffic),
  });
  const fail = () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { 'content-length': 0 }).end();
  };
  upstream.on('error', fail);
  upstream.once('socket', (socket) => {
    socket.once('connect', () => {
      session.recordExchange({ label: target.url.href, target, upstream: socket, browser: incoming });
    });
  });
  upstream.once('response', (answer) => {
    try {
      response.sendDate = false;
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutHopByHop(answer.rawHeaders));
    } catch {
      upstream.destroy();
      return fail();
    }
    pipeline(answer, response, () => {});
  });
  incoming.once('error', () => {}); // The connection closed, and so does the upstream one.
  incoming.pipe(upstream);
}

/** The Host header follows the target that was judged, whatever the browser wrote there. */
function buildRequestHeaders(incoming: IncomingMessage, authority: string): string[] {
  const headers = withoutHopByHop(incoming.rawHeaders, 'host');
  // The body is framed anew; a length that came stays as it is.
  const framing = incoming.headers['transfer-encoding'] === undefined ? [] : ['transfer-encoding', 'chunked'];
  return ['host', authority, ...headers, ...framing];
}

/** Name, value, name, value, without what ends here or is named by Connection. */
function withoutHopByHop(raw: readonly string[], ...others: readonly string[]): string[] {
  const pairs = raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : [],
  );
  const nominated = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((name) => name.trim());
  const dropped = new Set([...nominated, ...others]);
  return pairs
    .filter(([name]) => !HOP_BY_HOP.test(name.toLowerCase()) && !dropped.has(name.toLowerCase()))
    .flat();
}
