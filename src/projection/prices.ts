import { creditsToUsd, PRICES } from '../domain/payment/price-table.ts';
import type { Tool } from '../operation/define-tool.ts';

/**
 * Dollars per successful call of a paid tool: one amount, or one for each variant, e.g.
 * `{ stored: '0.075', lean: '0.01' }`. Null when the tool is free.
 */
export function priceOf({ name, price }: Tool): string | Record<string, string> | null {
  if (price === 'free') return null;
  const amounts = price.keys.map((key) => [key.replace(`${name}_`, ''), creditsToUsd(PRICES[key])] as const);
  return amounts.length === 1 && amounts[0] ? amounts[0][1] : Object.fromEntries(amounts);
}
