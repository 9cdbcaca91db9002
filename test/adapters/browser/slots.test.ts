import { describe, expect, it } from 'vitest';
import { Slots } from '../../../src/adapters/browser/slots.ts';

const patient = new AbortController().signal;

describe('Slots', () => {
  it('serves those who wait in their order', async () => {
    const slots = new Slots({ concurrency: 1, maxWaiting: 5 });
    const order: number[] = [];
    const giveBack = await slots.take(patient);
    const waiting = [1, 2, 3].map(async (number) => {
      const give = await slots.take(patient);
      order.push(number);
      give();
    });
    giveBack();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
  });

  it('refuses when the queue is full', async () => {
    const slots = new Slots({ concurrency: 1, maxWaiting: 0 });
    await slots.take(patient);
    await expect(slots.take(patient)).rejects.toMatchObject({ code: 'OVERLOADED' });
  });

  it('forgets who left the queue', async () => {
    const slots = new Slots({ concurrency: 1, maxWaiting: 2 });
    const giveBack = await slots.take(patient);
    const impatient = new AbortController();
    const left = slots.take(impatient.signal);
    const stayed = slots.take(patient);
    impatient.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    giveBack();
    (await stayed)();
    (await slots.take(patient))();
  });
});
