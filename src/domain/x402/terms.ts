import type { PaymentNetwork } from './network.ts';

/** What is asked for one call: an entry of `accepts` in version 2, with the resource beside it. */
export interface PaymentTerms {
  readonly network: PaymentNetwork;
  /** Who is paid, EIP-55. */
  readonly payTo: `0x${string}`;
  /** Atomic units of the network's asset. */
  readonly amountAtomic: bigint;
  /** How long an authorization must be good from its signing on. */
  readonly maxTimeoutSeconds: number;
  readonly resource: PaidResource;
}

/** What is bought. */
export interface PaidResource {
  /** Address of the route, or `mcp://tool/<name>`. */
  readonly url: string;
  readonly description: string;
  readonly mimeType: string;
}

/**
 * `accepts[0]` of version 2.
 *
 * @see https://github.com/coinbase/x402 specs/x402-specification-v2.md 5.1
 */
export const requirementsOf = ({ network, payTo, amountAtomic, maxTimeoutSeconds }: PaymentTerms) => ({
  scheme: 'exact',
  network: network.id as `${string}:${string}`,
  amount: String(amountAtomic),
  asset: network.asset.address as string,
  payTo: payTo as string,
  maxTimeoutSeconds,
  extra: { name: network.asset.name, version: network.asset.version },
});

export type PaymentRequirements = ReturnType<typeof requirementsOf>;

/** `accepts[0]` of version 1: x402-fetch 1.x parses every member, and knows networks by name only. */
export const requirementsV1Of = ({ resource, ...terms }: PaymentTerms) => {
  const { scheme, amount, asset, payTo, maxTimeoutSeconds, extra } = requirementsOf({ ...terms, resource });
  const { url, description, mimeType } = resource;
  return {
    scheme,
    network: terms.network.v1Name,
    maxAmountRequired: amount,
    resource: url,
    description,
    mimeType,
    payTo,
    maxTimeoutSeconds,
    asset,
    extra,
  };
};
