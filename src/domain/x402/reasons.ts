/** Words in the reasons of facilitators, whose families of names differ, and what a payer is told of them. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/insufficient/, 'The wallet does not hold enough of the token.'],
  [/nonce|already_used/, 'The authorization was used already.'],
  [/valid_before|expired/, 'The authorization has expired, or is about to.'],
  [/valid_after/, 'The authorization is not valid yet.'],
  [/signature/, 'The signature is not one of the payer.'],
  [/simulation|transaction/, 'The transfer would fail.'],
  [/6492|factory|permit2|unsupported/, 'This kind of wallet or transfer is not supported.'],
];

/** What a payer is told. The facilitator's own text is never shown: it may hold anything. */
export const sentenceOf = (reason: string): string =>
  SENTENCES.find(([words]) => words.test(reason))?.[1] ?? 'The payment was not accepted.';
