import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { EGRESS_SIGN_IN_URL } from '../../domain/egress/browser-args.ts';
import { judgeAuthority, judgeUrl, type UrlVerdict } from '../../domain/egress/policy.ts';
import type { Admission } from './proxy-admission.ts';
import { authenticate } from './proxy-credentials.ts';
import { forward } from './proxy-forward.ts';
import type { SessionRecord } from './proxy-session.ts';
import { openTunnel, refuseTunnel } from './proxy-tunnel.ts';

/** What the handlers share. */
export interface ProxyContext {
  readonly sessions: ReadonlyMap<string, SessionRecord>;
  readonly admit: Admission;
  readonly idleTimeoutMs: number;
}

/** Answers a request in absolute form, `GET http://host/path`. */
export async function answerPlain(
  incoming: IncomingMessage,
  response: ServerResponse,
  { sessions, admit, idleTimeoutMs }: ProxyContext,
): Promise<void> {
  const session = authenticate(incoming.headers['proxy-authorization'], sessions);
  if (typeof session === 'number') return refusePlain(response, session);
  const asked = incoming.url ?? '';
  if (asked === EGRESS_SIGN_IN_URL) return void response.writeHead(200, { 'content-length': 0 }).end();
  const signal = session.attach(incoming.socket);
  const admitted = await admit({ session, asked, verdict: judgePlain(asked), signal });
  if (admitted === null) return refusePlain(response, 403);
  forward(incoming, response, { ...admitted, session, signal, idleTimeoutMs });
}

/** Answers `CONNECT host:port`, which Chromium uses for https and for every WebSocket. */
export async function answerConnect(
  incoming: IncomingMessage,
  { client, head }: { client: Duplex; head: Buffer },
  { sessions, admit, idleTimeoutMs }: ProxyContext,
): Promise<void> {
  const session = authenticate(incoming.headers['proxy-authorization'], sessions);
  if (typeof session === 'number') return refuseTunnel(client, session);
  const signal = session.attach(client);
  const authority = incoming.url ?? '';
  const verdict = judgeAuthority(authority);
  const admitted = await admit({ session, asked: `https://${authority}`, verdict, signal });
  if (admitted === null) return refuseTunnel(client, 403);
  openTunnel(client, head, { ...admitted, session, signal, idleTimeoutMs });
}

/** Only http travels in absolute form; `https://` or `ws://` there would have us speak for the browser. */
function judgePlain(asked: string): UrlVerdict {
  const verdict = judgeUrl(asked);
  const isPlain = !verdict.allowed || verdict.target.url.protocol === 'http:';
  return isPlain ? verdict : { allowed: false, reason: 'scheme' };
}

/** Bodies stay empty: a denied frame must not show our words in a screenshot. */
function refusePlain(response: ServerResponse, status: 403 | 407): void {
  const challenge = status === 407 ? { 'proxy-authenticate': 'Basic realm="capture"' } : {};
  response.writeHead(status, { 'content-length': 0, ...challenge }).end();
}
