// What has no glyph of its own or changes the order of others. The two joiners stay: Persian and Hindi need them.
const DECEPTIVE = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

/**
 * Text of a page or peer as it may stand in a report: characters that hide or reorder others become visible, such
 * as `[U+202E]`. Without this, a title could show words that it does not have.
 */
export const visibleText = (text: string): string =>
  text.replace(
    DECEPTIVE,
    (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
