import { createAddressGuard } from '../adapters/egress/address-guard.ts';
import { createWebhookRepository } from '../adapters/webhook/webhook-repository.ts';
import { systemClock } from '../core/clock.ts';
import { WebhookService } from '../domain/webhook/webhook-service.ts';
import type { Configuration } from './configuration.ts';
import type { Storage } from './storage.ts';

/** Webhooks over the service's database, guarded like every request that goes out. */
export const openWebhooks = (storage: Storage, configuration: Configuration): WebhookService =>
  new WebhookService({
    repository: createWebhookRepository(storage.database),
    addresses: createAddressGuard({ networks: configuration.allowNetworks }),
    clock: systemClock,
    secretKey: storage.jobSecret,
  });
