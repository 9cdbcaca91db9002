import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { EvidenceError } from '../src/core/error.ts';

/**
 * Refuses requests that came by another name: a page that rebinds its own name to this address sends that
 * name in `Host`. Served are the host of the base URL and loopback, each with its port.
 */
export function guardHost(baseUrl: string): RequestHandler {
  const isOurs = hostMatcher(baseUrl);
  return (req, _res, next) => {
    if (!isOurs(req.headers.host, req))
      throw new EvidenceError('ORIGIN_FORBIDDEN', 'This host name is not served here.');
    next();
  };
}

/** Refuses pages of other origins. Programs that send no `Origin` pass. For the MCP endpoints only. */
export function guardOrigin(baseUrl: string): RequestHandler {
  const isOurs = hostMatcher(baseUrl);
  return (req, _res, next) => {
    const { origin } = req.headers;
    if (origin !== undefined && !isOurs(hostOf(origin), req)) throw new EvidenceError('ORIGIN_FORBIDDEN');
    next();
  };
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

function hostMatcher(baseUrl: string): (host: string | undefined, req: IncomingMessage) => boolean {
  const base = new URL(baseUrl);
  return (host, { socket }) => {
    if (host === base.host) return true;
    const given = host === undefined ? null : parseHost(`${base.protocol}//${host}`);
    if (!given) return false;
    const isLoopback = LOOPBACK.includes(given.hostname) && portOf(given) === socket.localPort;
    return given.host === base.host || isLoopback;
  };
}

const hostOf = (origin: string): string | undefined => parseHost(origin)?.host;

/** A URL that is nothing but scheme and host: `a@b` and `a/b` in a Host header are attacks. */
function parseHost(text: string): URL | null {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && url.href === `${url.protocol}//${url.host}/` ? url : null;
}

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);
