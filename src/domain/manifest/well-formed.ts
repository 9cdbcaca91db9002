/** A copy of plain data in which every lone surrogate of a page's text is U+FFFD: JSON in UTF-8 cannot say it. */
export function toWellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(toWellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key.toWellFormed(), toWellFormed(member)]),
  );
}
