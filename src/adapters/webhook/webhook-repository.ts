import type { WebhookRepository } from '../../domain/webhook/port.ts';
import type { Database } from '../database/database.ts';
import { withWebhookTablesIn } from './webhook-schema.ts';

/** Webhooks and their deliveries in SQL. */
export const createWebhookRepository = (database: Database): WebhookRepository => ({
  rotate: (ownerId, { subject, seal, previousUntil }) =>
    database.transaction(async (plain) => {
      const trx = withWebhookTablesIn(plain);
      const found = await trx
        .selectFrom('webhooks')
        .select(['webhook_id', 'sealed_secret'])
        .where('owner_id', '=', ownerId)
        .where('subject_kind', '=', subject.kind)
        .where('subject_id', '=', subject.id)
        .forUpdate()
        .executeTakeFirst();
      if (!found) return null;
      await trx
        .updateTable('webhooks')
        .set({
          sealed_secret: seal(found.webhook_id),
          previous_sealed_secret: found.sealed_secret,
          previous_secret_until: previousUntil,
        })
        .where('webhook_id', '=', found.webhook_id)
        .execute();
      return found.webhook_id;
    }),
});
