import { createAddressGuard } from '../adapters/egress/address-guard.ts';
import { createDeliveryQueue } from '../adapters/webhook/delivery-queue.ts';
import { createWebhookRepository } from '../adapters/webhook/webhook-repository.ts';
import { systemClock } from '../core/clock.ts';
import type { GuardedFetcher } from '../domain/egress/port.ts';
import { DeliveryService } from '../domain/webhook/delivery-service.ts';
import { WebhookService } from '../domain/webhook/webhook-service.ts';
import type { Configuration } from './configuration.ts';
import type { Storage } from './storage.ts';

/** Webhooks over the service's database. Addresses are judged at the creation and by the fetcher at each attempt. */
export interface Webhooks {
  readonly service: WebhookService;
  /** For processes that work. */
  readonly deliveries: DeliveryService;
}

export interface WebhooksOptions {
  readonly storage: Storage;
  readonly configuration: Configuration;
  readonly fetcher: GuardedFetcher;
}

export const openWebhooks = ({ storage, configuration, fetcher }: WebhooksOptions): Webhooks => ({
  service: new WebhookService({
    repository: createWebhookRepository(storage.database),
    addresses: createAddressGuard({ networks: configuration.allowNetworks }),
    clock: systemClock,
    secretKey: storage.jobSecret,
  }),
  deliveries: new DeliveryService({
    queue: createDeliveryQueue(storage.database),
    fetcher,
    clock: systemClock,
    secretKey: storage.jobSecret,
    random: Math.random,
  }),
});
