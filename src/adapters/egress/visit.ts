import type { FetchHop } from '../../domain/egress/port.ts';
import { type HopPlan, readLocation } from './hop-plan.ts';
import { createPinnedClient, type PinnedClient } from './pinned-client.ts';
import { type BudgetedBody, readBody } from './read-body.ts';

/** How one hop is made. */
export interface VisitOptions {
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** False: a redirect is an answer like any other, with its body. */
  readonly followsRedirects: boolean;
}

/** One request and what came back; `body` is null when the answer redirects on. */
export type Visit = Omit<FetchHop, 'url' | 'dnsAnswers'> & { readonly body: BudgetedBody | null };

/** Makes one request over a connection of its own, which is closed before this returns. */
export async function visit(plan: HopPlan, options: VisitOptions): Promise<Visit> {
  const pinned = createPinnedClient(plan.target, options.addresses, options.signal);
  try {
    return await exchange(pinned, plan, options);
  } finally {
    await pinned.client.destroy();
  }
}

async function exchange(pinned: PinnedClient, plan: HopPlan, options: VisitOptions): Promise<Visit> {
  const { url } = plan.target;
  const answer = await pinned.client.request({
    method: plan.method,
    path: `${url.pathname}${url.search}`,
    headers: options.headers,
    body: plan.body,
    signal: options.signal,
    responseHeaders: 'raw',
  });
  const facts = pinned.facts() ?? { peerAddress: '', tls: null };
  const headers = pairHeaders(answer.headers as unknown as readonly string[]);
  const status = answer.statusCode;
  const location = options.followsRedirects ? readLocation({ status, headers }, url) : null;
  const seen = { ...facts, status, headers, location, protocol: 'http/1.1' } as const;
  if (location !== null) {
    answer.body.on('error', () => {}).destroy();
    return { ...seen, body: null };
  }
  const encoding = headers.flatMap(([name, value]) => (name === 'content-encoding' ? value : [])).join(',');
  return { ...seen, body: await readBody(answer.body, encoding, options.maxBytes) };
}

/** undici gives `responseHeaders: 'raw'` as name, value, name, value; its types do not say so. */
function pairHeaders(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    pairs.push([(raw[index] ?? '').toLowerCase(), raw[index + 1] ?? '']);
  }
  return pairs;
}
