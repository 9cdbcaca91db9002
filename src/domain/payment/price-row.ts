import type { PriceKey } from './price-table.ts';

/** What a successful call of a tool costs, or of one variant of it. */
export interface PriceRow {
  readonly tool: string;
  /** Entry of the price table that the call falls under. */
  readonly key: PriceKey;
  readonly credits: number;
}
