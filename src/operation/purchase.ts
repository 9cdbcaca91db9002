import { createHash } from 'node:crypto';
import { EvidenceError } from '../core/error.ts';
import { PRICES } from '../domain/payment/price-table.ts';
import { type Payment, parsePayment } from '../domain/x402/payment.ts';
import type { Purchase } from '../domain/x402/wallet-cashier.ts';
import type { Tool } from './define-tool.ts';
import { parametersDigest } from './idempotency.ts';
import type { Credentials } from './ports.ts';

/** What is known of a call when it is to be paid. */
export interface PurchaseFacts {
  /** Parsed input; null when it is not valid: then the first price of the tool stands for it. */
  readonly input: Record<string, unknown> | null;
  readonly parameters: unknown;
  readonly face: 'rest' | 'mcp' | 'cli';
  readonly baseUrl: string;
  readonly deadlineMs: number;
}

/** A call of a priced tool as a purchase. */
export function purchaseOf(
  tool: Tool,
  { input, parameters, face, baseUrl, deadlineMs }: PurchaseFacts,
): Purchase {
  if (tool.price === 'free') throw new TypeError('a free tool is not bought');
  const key = input === null ? tool.price.keys[0] : tool.price.select(input);
  if (!key) throw new TypeError('a priced tool without a price');
  return {
    operation: tool.name,
    credits: PRICES[key],
    description: tool.title,
    resourceUrl: face === 'mcp' ? `mcp://tool/${tool.name}` : baseUrl + pathOf(tool, parameters),
    requestSha256: createHash('sha256')
      .update(`${tool.name}\n${parametersDigest(parameters)}`)
      .digest('hex'),
    deadlineMs,
    mayBecomeJob: tool.rest.statuses?.includes(202) ?? false,
  };
}

/** The route with its parameters filled in. */
function pathOf({ rest }: Tool, parameters: unknown): string {
  const values = (typeof parameters === 'object' && parameters !== null ? parameters : {}) as Record<
    string,
    unknown
  >;
  return rest.path.replaceAll(/\{(\w+)\}/g, (segment, name: string) => {
    const value = values[rest.params?.[name] ?? name];
    return typeof value === 'string' ? encodeURIComponent(value) : segment;
  });
}

/**
 * The one payment that the credentials carry; null when they carry none.
 *
 * @throws EvidenceError `PAYMENT_MALFORMED`, `CREDENTIALS_CONFLICT` when there are two different ones.
 */
export function paymentIn({ payments = [] }: Credentials): Payment | null {
  const [payment, ...others] = new Map(
    payments.map(parsePayment).map((parsed) => [parsed.signature, parsed]),
  ).values();
  if (others.length > 0) throw new EvidenceError('CREDENTIALS_CONFLICT', 'Two different payments were sent.');
  return payment ?? null;
}
