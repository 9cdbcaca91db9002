import type { PriceRow } from '../domain/payment/price-row.ts';
import { PRICES } from '../domain/payment/price-table.ts';
import type { Catalogue } from './catalogue.ts';

/** Prices of every paid tool, in the order of the catalogue. Tools that are missing are free. */
export const listPrices = ({ tools }: Catalogue): PriceRow[] =>
  tools.flatMap(({ name, price }) =>
    price === 'free' ? [] : price.keys.map((key) => ({ tool: name, key, credits: PRICES[key] })),
  );
