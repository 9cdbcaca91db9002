/** A webhook that is about to be stored with its subject. */
export interface NewWebhook {
  readonly webhookId: string;
  /** Judged: an address that may be called. */
  readonly url: string;
  /** Its secret under the service's key: what the database holds. */
  readonly sealedSecret: Uint8Array;
}

/** `failed`: all attempts were made. `abandoned`: given up before, its endpoint is disabled. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'abandoned';
