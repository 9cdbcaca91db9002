import { type Duplex, pipeline } from 'node:stream';
import { connectPinned } from './pinned-socket.ts';
import type { OutgoingTraffic } from './proxy-forward.ts';

/**
 * Joins the browser's socket to the target of its CONNECT.
 *
 * @param head bytes that came behind the CONNECT already.
 */
export function openTunnel(client: Duplex, head: Buffer, traffic: OutgoingTraffic): void {
  const { target, session } = traffic;
  const upstream = connectPinned(traffic);
  const refuse = () => refuseTunnel(client, 502);
  upstream.once('error', refuse);
  upstream.once('connect', () => {
    // From here on an answer of ours would be read as the site's; the pipelines see to the closing.
    upstream.off('error', refuse).on('error', () => {});
    session.recordExchange({
      label: `https://${target.url.hostname}:${target.port}`,
      target,
      upstream,
      browser: client,
    });
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    upstream.write(head);
    pipeline(client, upstream, () => {});
    pipeline(upstream, client, () => {});
  });
}

/** Answers a CONNECT that leads nowhere; 407 asks for the credential of the browser's context. */
export function refuseTunnel(client: Duplex, status: 403 | 407 | 502): void {
  const challenge = status === 407 ? 'proxy-authenticate: Basic realm="capture"\r\n' : '';
  client.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n${challenge}\r\n`);
}
