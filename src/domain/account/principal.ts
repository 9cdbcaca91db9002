import { toChecksumAddress } from '../signing/address.ts';

/** Who calls: the answer of authentication, the same for every face. */
export type Principal =
  | { readonly kind: 'api-key'; readonly ownerId: string; readonly keyId: string; readonly plan: string }
  | { readonly kind: 'wallet'; readonly ownerId: string; readonly address: string }
  /** stdio on the operator's own machine, without a key. */
  | { readonly kind: 'local'; readonly ownerId: 'local' }
  | { readonly kind: 'anonymous'; readonly ownerId: null };

/** A caller that owns resources. */
export type Owner = Exclude<Principal, { kind: 'anonymous' }>;

export const ANONYMOUS: Principal = { kind: 'anonymous', ownerId: null };
export const LOCAL: Principal = { kind: 'local', ownerId: 'local' };

/** Owner of everything an API key makes. */
export const ownerOfKey = (keyId: string): string => `key:${keyId}`;

/**
 * A wallet as a caller; it owns what its payments made. Only a signature or a verified payment makes one.
 *
 * @param address `0x` and 40 hex digits in any case.
 */
export function walletOf(address: string): Extract<Principal, { kind: 'wallet' }> {
  const checksummed = toChecksumAddress(address);
  return { kind: 'wallet', ownerId: `wallet:${checksummed}`, address: checksummed };
}
