import type { GuardedFetcher } from '../../domain/egress/port.ts';

export interface GuardedFetchOptions {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** `fetch` for libraries that want one, over the guarded way out. Follows no redirect. */
export const asFetch =
  (fetcher: GuardedFetcher, { timeoutMs, maxBytes }: GuardedFetchOptions): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const answer = await fetcher.fetch({
      url: request.url,
      method: request.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(request.headers),
      ...(request.body && { body: await request.text() }),
      maxRedirects: 0,
      maxBytes,
      timeoutMs,
      signal: request.signal,
    });
    return new Response(Buffer.from(answer.body), {
      status: answer.status,
      headers: answer.headers.map(([name, value]) => [name, value]),
    });
  };
