import ipaddr from 'ipaddr.js';
import type { AllowedNetwork } from './port.ts';

/** Azure's metadata and DNS service: unicast, yet inside every virtual machine there. */
const PLATFORM_ADDRESS = '168.63.129.16';

/** IANA hands out global unicast from this block alone; a list of exceptions would miss the next one. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether egress may connect to `address` on `port`: public unicast, or inside an allowed network.
 *
 * @param address as a resolver or a socket gives it. Other spellings of IPv4 (octal, hex, short) are refused.
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/ipv6-unicast-address-assignments
 */
export function isAllowedAddress(
  address: string,
  port: number,
  networks: readonly AllowedNetwork[],
): boolean {
  const parsed = parseAddress(address);
  if (parsed === null) return false;
  return isPublic(parsed) || networks.some((network) => isInside(parsed, port, network));
}

/** The address in its shortest form, IPv4 taken out of an IPv4-mapped one; null when it is none. */
export const normaliseAddress = (address: string): string | null => parseAddress(address)?.toString() ?? null;

function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const isStrict = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isStrict ? ipaddr.process(address) : null;
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv6
    ? address.match(GLOBAL_IPV6)
    : address.toString() !== PLATFORM_ADDRESS;
}

function isInside(address: ipaddr.IPv4 | ipaddr.IPv6, port: number, network: AllowedNetwork): boolean {
  const [base, bits] = ipaddr.parseCIDR(network.cidr);
  if (network.port !== null && network.port !== port) return false;
  return address.kind() === base.kind() && address.match(base, bits);
}
