import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, vi } from 'vitest';

/** How the receiver behaves towards one request: a status, a redirect, or no answer at all. */
export type Behaviour = number | 'redirect' | 'hang';

/** One request as it arrived. */
export interface Received {
  readonly path: string;
  readonly at: Date;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A receiver of webhooks on a free loopback port. */
export interface WebhookReceiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** Behaviours of the next requests; later ones get the last of them. */
  behave(...next: Behaviour[]): void;
  /** Wait until so many requests have come. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

/** @param now what the sender takes for the time: noted with each request. */
export async function startReceiver(now: () => Date = () => new Date()): Promise<WebhookReceiver> {
  const received: Received[] = [];
  let behaviours: Behaviour[] = [204];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = request.headers as Record<string, string>;
    // Who looks for a service that had this port before is none of the receiver's business.
    if (headers['webhook-id'] === undefined) return void response.writeHead(404).end();
    received.push({ path: request.url ?? '', at: now(), headers, body: Buffer.concat(chunks).toString() });
    answer(behaviours.length > 1 ? behaviours.shift() : behaviours[0], response);
    server.emit('received');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    behave(...next) {
      behaviours = next;
    },
    async until(count) {
      while (received.length < count) await once(server, 'received');
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(behaviour: Behaviour = 204, response: ServerResponse): void {
  if (behaviour === 'hang') return;
  if (behaviour === 'redirect')
    response.writeHead(307, { location: '/elsewhere' }).end('secret of the receiver');
  else response.writeHead(behaviour).end(behaviour === 204 ? undefined : 'secret of the receiver');
}

/** Each request verifies with the public library at the time it came, and one id never came with two bodies. */
export function expectGenuine(received: readonly Received[], secret: string): void {
  const bodies = new Map<string, string>();
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    for (const { at, headers, body } of received) {
      vi.setSystemTime(at);
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      const id = headers['webhook-id'] ?? '';
      expect(bodies.get(id) ?? body).toBe(body);
      bodies.set(id, body);
    }
  } finally {
    vi.useRealTimers();
  }
}
