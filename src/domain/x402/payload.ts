import type { SettlementOrder } from './port.ts';

/** A payment in version 2, whichever it came in, with our own terms and resource: what facilitators are sent. */
export const toPayload = ({ authorization, signature, requirements, resource }: SettlementOrder) => ({
  x402Version: 2 as const,
  resource,
  accepted: requirements,
  payload: { signature, authorization },
});
