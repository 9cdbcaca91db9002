/** Zero-width spaces, direction controls, invisible operators, byte order marks and tag characters. */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
/** Joiners shape emoji and several scripts; after ASCII, white space or each other they only hide something. */
const STRAY_JOINER = /(?<=^|[\0-\x7f\s\u200c\u200d])[\u200c\u200d]/gu;

/**
 * How many invisible characters `text` holds. They stay in the text of record; the count tells readers
 * that it may say more to a machine than to them.
 *
 * @see https://www.unicode.org/reports/tr36/#Recommendations_General
 */
export function countInvisibleCharacters(text: string): number {
  let count = 0;
  for (const pattern of [INVISIBLE, STRAY_JOINER]) for (const _ of text.matchAll(pattern)) count += 1;
  return count;
}
