import type { Clock } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import { createId } from '../../core/id.ts';
import type { FeedbackRepository } from '../../domain/feedback/port.ts';
import type { Database } from '../database/database.ts';

const DAY_SECONDS = 86_400;
const MESSAGES_PER_DAY = 100;

/** Feedback in SQL. */
export const createFeedbackRepository = (database: Database, clock: Clock): FeedbackRepository => ({
  add: ({ ownerId, message, rating }) =>
    database.transaction(async (trx) => {
      const at = clock.now();
      const { given } = await trx
        .selectFrom('feedback')
        .select(({ fn }) => fn.countAll().as('given'))
        .where('owner_id', '=', ownerId)
        .where('at', '>', new Date(at.getTime() - DAY_SECONDS * 1000))
        .executeTakeFirstOrThrow();
      if (Number(given) >= MESSAGES_PER_DAY)
        throw new EvidenceError('RATE_LIMITED', 'Enough feedback for one day.', {
          retryAfterSeconds: DAY_SECONDS,
        });
      const feedbackId = createId('fb', clock);
      await trx
        .insertInto('feedback')
        .values({ feedback_id: feedbackId, owner_id: ownerId, message, rating, at })
        .execute();
      return { feedbackId, ownerId, message, rating, at };
    }),
});
