import type Stripe from 'stripe';
import { EvidenceError } from '../../core/error.ts';
import type { BillingPortal } from '../../domain/billing/port.ts';
import type { GuardedFetcher } from '../../domain/egress/port.ts';

export interface StripeOptions {
  readonly secretKey: string;
  /** Where Stripe's API is: its own address unless a test stands in. */
  readonly baseUrl: URL;
  readonly fetcher: GuardedFetcher;
}

const TIMEOUT_MS = 8_000;
const MAX_ANSWER_BYTES = 256 * 1024;
const RETRY_AFTER_SECONDS = 30;

/**
 * Stripe's customer portal.
 *
 * @see https://docs.stripe.com/api/customer_portal/sessions/create
 */
export function createStripePortal(options: StripeOptions): BillingPortal {
  let connected: Promise<Stripe> | null = null;
  return {
    async openSession(email, returnUrl) {
      try {
        connected ??= connect(options);
        return await openSession(await connected, email, returnUrl);
      } catch (error) {
        if (error instanceof EvidenceError) throw error;
        throw new EvidenceError('BILLING_UNAVAILABLE', undefined, {
          cause: error,
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
    },
  };
}

async function openSession(stripe: Stripe, email: string, returnUrl: string): Promise<string> {
  const { data } = await stripe.customers.list({ email, limit: 1 });
  const [customer] = data;
  if (!customer)
    throw new EvidenceError('NOT_FOUND', 'The payment provider knows no customer with this e-mail.', {
      hint: 'Ask the operator of this service.',
    });
  const session = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: returnUrl,
  });
  return session.url;
}

async function connect({ secretKey, baseUrl, fetcher }: StripeOptions): Promise<Stripe> {
  // Half a second to load: not at the start, and not where nobody bills.
  const { default: Client } = await import('stripe');
  return new Client(secretKey, {
    protocol: baseUrl.protocol === 'http:' ? 'http' : 'https',
    host: baseUrl.hostname,
    port: baseUrl.port || (baseUrl.protocol === 'http:' ? '80' : '443'),
    httpClient: Client.createFetchHttpClient(guardedFetch(fetcher)),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** `fetch` as Stripe's library calls it, over the guarded way out. */
const guardedFetch =
  (fetcher: GuardedFetcher): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const body = request.body ? await request.text() : null;
    const answer = await fetcher.fetch({
      url: request.url,
      method: request.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(request.headers),
      ...(body !== null && { body }),
      maxRedirects: 0,
      maxBytes: MAX_ANSWER_BYTES,
      timeoutMs: TIMEOUT_MS,
      signal: request.signal,
    });
    return new Response(Buffer.from(answer.body), {
      status: answer.status,
      headers: answer.headers.map(([name, value]) => [name, value]),
    });
  };
