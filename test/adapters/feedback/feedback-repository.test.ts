import { describe, expect, it } from 'vitest';
import { createFeedbackRepository } from '../../../src/adapters/feedback/feedback-repository.ts';
import { TestClock } from '../../support/charges.ts';
import { databaseKinds } from '../../support/databases.ts';

describe.each(databaseKinds)('feedback in $kind', ({ prepare }) => {
  const source = prepare();

  it('is kept with its owner, a hundred messages a day at most', async () => {
    const database = await source.open();
    const clock = new TestClock('2026-11-20T12:00:00Z');
    const feedback = createFeedbackRepository(database, clock);
    const send = (ownerId: string) => feedback.add({ ownerId, message: 'Good; but slow.', rating: 4 });
    const first = await send('key:a');
    expect(first).toMatchObject({ feedbackId: expect.stringMatching(/^fb_/), at: clock.now() });
    expect(await database.query((db) => db.selectFrom('feedback').selectAll().execute())).toEqual([
      {
        feedback_id: first.feedbackId,
        owner_id: 'key:a',
        message: 'Good; but slow.',
        rating: 4,
        at: clock.now(),
      },
    ]);
    for (let count = 1; count < 100; count++) await send('key:a');
    await expect(send('key:a')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 86_400 });
    await expect(send('key:b')).resolves.toMatchObject({ ownerId: 'key:b' });
    clock.time += 86_400_000;
    await expect(send('key:a')).resolves.toMatchObject({ ownerId: 'key:a' });
  });
});
