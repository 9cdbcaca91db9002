import { createAddressGuard } from '../adapters/egress/address-guard.ts';
import { createDeliveryQueue } from '../adapters/webhook/delivery-queue.ts';
import { createWebhookRepository } from '../adapters/webhook/webhook-repository.ts';
import { systemClock } from '../core/clock.ts';
import type { GuardedFetcher } from '../domain/egress/port.ts';
import { DeliveryService } from '../domain/webhook/delivery-service.ts';
import { startDelivering } from '../domain/webhook/start-delivering.ts';
import { WebhookService } from '../domain/webhook/webhook-service.ts';
import type { Configuration } from './configuration.ts';
import type { Storage } from './storage.ts';

/** Webhooks over the service's database. Addresses are judged at the creation and by the fetcher at each attempt. */
export interface Webhooks {
  readonly service: WebhookService;
  readonly deliveries: Deliveries;
}

/** For processes that work. */
export interface Deliveries {
  start(onError: (error: unknown) => void): { stop(graceMs: number): Promise<void> };
  sweep(): Promise<void>;
}

export interface WebhooksOptions {
  readonly storage: Storage;
  readonly configuration: Configuration;
  readonly fetcher: GuardedFetcher;
}

export function openWebhooks({ storage, configuration, fetcher }: WebhooksOptions): Webhooks {
  const { database, jobSecret: secretKey } = storage;
  const deliveries = new DeliveryService({
    queue: createDeliveryQueue(database),
    fetcher,
    clock: systemClock,
    secretKey,
    random: Math.random,
  });
  return {
    service: new WebhookService({
      repository: createWebhookRepository(database),
      addresses: createAddressGuard({ networks: configuration.allowNetworks }),
      clock: systemClock,
      secretKey,
    }),
    deliveries: {
      start: (onError) => startDelivering({ service: deliveries, onError }),
      sweep: () => deliveries.sweep(),
    },
  };
}
