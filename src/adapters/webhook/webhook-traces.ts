import { sql } from 'kysely';
import type { DerivedData } from '../../domain/deletion/port.ts';
import type { Database } from '../database/database.ts';
import { withWebhookTables } from './webhook-schema.ts';

/** What webhooks are told of a bundle: events that quote it, sent or not. What has not been sent never is. */
export const createWebhookTraces = (database: Database): DerivedData => ({
  async purge({ bundleId }) {
    await database.query((db) =>
      withWebhookTables(db)
        .deleteFrom('webhook_deliveries')
        .where('quoted_bundle_ids', '@>', sql<string[]>`array[${bundleId}]::text[]`)
        .execute(),
    );
  },
});
