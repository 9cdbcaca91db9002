/**
 * Price of each paid operation in credits; 1 credit = $0.001 (design.md 4.3).
 * Everything that is not here is free.
 */
export const PRICES = {
  extract_stored: 75,
  extract_lean: 10,
  sample_bundle: 10,
  summarize: 18,
  qa: 22,
  translate: 40,
  check_claims: 25,
  describe: 18,
  notarize: 50,
  jobs: 75,
  document_add: 75,
  search: 30,
  ask: 50,
  monitor: 500,
} as const;

export type PriceKey = keyof typeof PRICES;

/** Dollars with as many decimals as needed, e.g. `0.075`. */
export const creditsToUsd = (credits: number): string => String(credits / 1000);
