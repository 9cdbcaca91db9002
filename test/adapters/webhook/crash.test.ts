import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { databaseKinds } from '../../support/databases.ts';
import { expectGenuine, startReceiver } from '../../support/webhook-receiver.ts';
import { openWebhooks } from '../../support/webhooks.ts';

const child = new URL('send-and-hang.ts', import.meta.url).pathname;

describe.each(databaseKinds)('a process killed between an attempt and its record in $kind', ({ prepare }) => {
  const source = prepare();

  it('has its delivery made again, with the same id and bytes', { timeout: 60_000 }, async () => {
    const place = await source.newPlace();
    const first = await source.open(place);
    const receiver = await startReceiver(() => opened.clock.now());
    let opened = openWebhooks(first);
    const { subject, secret } = await opened.register(receiver.url);
    await opened.tell(subject);
    await first.close();

    const sending = spawn(process.execPath, [child, place.dataDir, place.databaseUrl ?? ''], {
      stdio: 'inherit',
    });
    await receiver.until(1);
    sending.kill('SIGKILL');
    await once(sending, 'exit');

    opened = openWebhooks(await source.open(place));
    expect(await opened.deliveries.claim(), 'its lease still runs').toBeNull();
    await opened.deliverAll();
    expect(await opened.list()).toMatchObject([{ status: 'delivered', attempts: [{ statusCode: 204 }] }]);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(2).fill((await opened.list())[0]?.deliveryId),
    );
    expectGenuine(receiver.received, secret);
    await receiver.close();
  });
});
