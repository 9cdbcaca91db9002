/** The length of a text as W3C text positions count it. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** At most `limit` UTF-16 units of a text, never half a character. */
export const cutText = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
};
