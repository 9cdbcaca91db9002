import { PRICES } from '../domain/payment/price-table.ts';
import type { Catalogue } from './catalogue.ts';

/** What a successful call of a tool costs, or of one variant of it. */
export interface PriceRow {
  readonly tool: string;
  /** Entry of the price table that the call falls under. */
  readonly key: string;
  readonly credits: number;
}

/** Prices of every paid tool, in the order of the catalogue. Tools that are missing are free. */
export const listPrices = ({ tools }: Catalogue): PriceRow[] =>
  tools.flatMap(({ name, price }) =>
    price === 'free' ? [] : price.keys.map((key) => ({ tool: name, key, credits: PRICES[key] })),
  );
