import ipaddr from 'ipaddr.js';
import type { AllowedNetwork } from './port.ts';

/** `CIDR` or `CIDR:port`; IPv6 in brackets, so that its colons are not taken for a port's. */
const ENTRY =
  /^(?:\[(?<v6>[0-9a-f.]*:[0-9a-f:.]*\/\d{1,3})\]|(?<v4>[\d.]+\/\d{1,2}))(?::(?<port>\d{1,5}))?$/i;

/**
 * The networks named by AFFIANT_ALLOW_NETWORKS, e.g. `127.0.0.0/8:8080, [fd00::/8]`.
 *
 * @throws Error naming the first part that is not a network. Host bits must be zero: `10.0.0.5/8` would
 *   open far more than it seems to.
 * @see design.md 2.1
 */
export function parseAllowedNetworks(text: string): readonly AllowedNetwork[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseEntry);
}

function parseEntry(part: string): AllowedNetwork {
  const { v4, v6, port } = ENTRY.exec(part)?.groups ?? {};
  const cidr = v4 ?? v6;
  if (cidr === undefined || !isNetwork(cidr)) {
    throw new Error(`"${part}" is not a network: write 10.1.0.0/16, 10.1.0.0/16:8080 or [fd00::/8]:443`);
  }
  if (port === undefined) return { cidr, port: null };
  if (Number(port) < 1 || Number(port) > 65_535) throw new Error(`"${part}" has no valid port`);
  return { cidr, port: Number(port) };
}

function isNetwork(cidr: string): boolean {
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(cidr)) {
    return ipaddr.IPv4.networkAddressFromCIDR(cidr).match(ipaddr.IPv4.parseCIDR(cidr)[0], 32);
  }
  if (!ipaddr.IPv6.isValidCIDR(cidr)) return false;
  return ipaddr.IPv6.networkAddressFromCIDR(cidr).match(ipaddr.IPv6.parseCIDR(cidr)[0], 128);
}
