const DAY_MS = 86_400_000;

/** Longest retention that may be asked for, days: a century. */
export const MAX_RETENTION_DAYS = 36_500;

/**
 * When a bundle may be removed.
 *
 * @param days whole days, 1 to {@link MAX_RETENTION_DAYS}; null: it is kept until somebody deletes it.
 */
export const retentionEnd = (createdAt: Date, days: number | null): Date | null =>
  days === null ? null : new Date(createdAt.getTime() + days * DAY_MS);
