import { z } from 'zod';
import { fromUtf8 } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import type { GuardedFetcher, GuardedFetchResponse } from '../../domain/egress/port.ts';
import { toPayload } from '../../domain/x402/payload.ts';
import type { Facilitator, SettlementClaim, SettlementOrder } from '../../domain/x402/port.ts';
import { claimOf, verificationOf } from './facilitator-answer.ts';

/** A facilitator somewhere else. */
export interface RemoteFacilitatorOptions {
  /** Its address without `/verify`. */
  readonly url: string;
  readonly fetcher: GuardedFetcher;
}

/** A facilitator that can be asked what it supports. */
export interface RemoteFacilitator extends Facilitator {
  /** Whether it settles the scheme `exact` of version 2 on a network. @throws EvidenceError `FACILITATOR_UNAVAILABLE`. */
  supports(network: string): Promise<boolean>;
}

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;

const supportedSchema = z.object({
  kinds: z.array(z.object({ x402Version: z.number(), scheme: z.string(), network: z.string() })),
});

/**
 * A facilitator over HTTP.
 *
 * @see https://github.com/coinbase/x402 specs/x402-specification-v2.md 7
 */
export function createRemoteFacilitator(options: RemoteFacilitatorOptions): RemoteFacilitator {
  return {
    async verify(order) {
      const answer = await available(() => post(options, 'verify', order));
      const verification = verificationOf(answer.body);
      if (!verification) throw unavailable(new Error(`verify answered ${answer.status}`));
      return verification;
    },
    async settle(order): Promise<SettlementClaim> {
      try {
        const { status, body } = await post(options, 'settle', order);
        return claimOf(body) ?? { kind: 'unknown', reason: `settle answered ${status}` };
      } catch (error) {
        return { kind: 'unknown', reason: error instanceof EvidenceError ? error.code : 'malformed' };
      }
    },
    async supports(network) {
      const answer = await available(() => call(options, 'supported'));
      const parsed = supportedSchema.safeParse(answer.body);
      if (answer.status !== 200 || !parsed.success) throw unavailable(parsed.error);
      return parsed.data.kinds.some(
        (kind) => kind.x402Version === 2 && kind.scheme === 'exact' && kind.network === network,
      );
    },
  };
}

const post = (options: RemoteFacilitatorOptions, operation: 'verify' | 'settle', order: SettlementOrder) =>
  call(
    options,
    operation,
    JSON.stringify({
      x402Version: 2,
      paymentPayload: toPayload(order),
      paymentRequirements: order.requirements,
    }),
  );

/** A status says little: facilitators answer `{success: false}` with 200, 400 or 500. The body is what counts. */
async function call(
  { url, fetcher }: RemoteFacilitatorOptions,
  path: string,
  body?: string,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const answer = await fetcher.fetch({
    url: `${url.replace(/\/$/, '')}/${path}`,
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
    maxRedirects: 0,
    maxBytes: MAX_ANSWER_BYTES,
    timeoutMs: TIMEOUT_MS,
  });
  return { status: answer.status, body: parseJson(answer) };
}

function parseJson({ body }: GuardedFetchResponse): unknown {
  try {
    return JSON.parse(fromUtf8(body));
  } catch {
    return null;
  }
}

async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw unavailable(cause);
  }
}

const unavailable = (cause: unknown): EvidenceError =>
  new EvidenceError('FACILITATOR_UNAVAILABLE', undefined, { cause });
