import { NO_CREDENTIALS } from './credentials.ts';
import type { HttpParts } from './parts.ts';

const FRESH_MS = 5000;
const TIMEOUT_MS = 10_000;

/**
 * The payload of GET /v1/keys for documents of this service. Reading it counts against nobody's rate limit: the
 * pipeline is asked once in {@link FRESH_MS}, however many readers there are.
 *
 * The returned function throws what the pipeline throws; its argument is the id of the request that asks.
 */
export function publishedKeys({
  pipeline,
}: Pick<HttpParts, 'pipeline'>): (requestId: string) => Promise<Record<string, unknown>> {
  let known: { readonly output: Record<string, unknown>; readonly until: number } | null = null;
  return async (requestId) => {
    if (!known || performance.now() > known.until) {
      const { output } = await pipeline.call({
        operation: 'keys_list',
        input: {},
        credentials: NO_CREDENTIALS,
        requestId,
        face: 'rest',
        idempotencyKey: null,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      known = { output, until: performance.now() + FRESH_MS };
    }
    return known.output;
  };
}
