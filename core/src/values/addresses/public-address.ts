import { addressBits, addressForms, isIpv4 } from './address.ts';

/** IPv4 that is not the public internet (IANA special-purpose registry), and metadata services on public addresses. */
const IPV4: readonly [string, number][] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier NAT; a cloud's metadata at 100.100.100.200
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // a cloud's host agent
  ['169.254.0.0', 16], // link-local, metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

/** 2000::/3; the rest of IPv6 is not the public internet. */
const GLOBAL_UNICAST = '001';

/** Special parts of global unicast IPv6. */
const IPV6: readonly [string, number][] = [
  ['2001::', 23], // protocol assignments, Teredo
  ['2001:db8::', 32], // documentation
  ['3fff::', 20], // documentation
];

/**
 * Whether the address belongs to the public internet: not private, loopback, link-local, carrier NAT, multicast,
 * metadata, reserved or documentation, in IPv4 or in any IPv6 form of it.
 */
export function isPublicAddress(address: string): boolean {
  const forms = addressForms(address);
  return forms.length > 0 && forms.every(isPublicForm);
}

const special = { ipv4: IPV4.map(prefixOf), ipv6: IPV6.map(prefixOf) };

function prefixOf([address, length]: readonly [string, number]): string {
  return addressBits(address).slice(0, length);
}

function isPublicForm(canonical: string): boolean {
  const bits = addressBits(canonical);
  const isOneOf = (prefixes: readonly string[]) => prefixes.some((prefix) => bits.startsWith(prefix));
  return isIpv4(canonical) ? !isOneOf(special.ipv4) : bits.startsWith(GLOBAL_UNICAST) && !isOneOf(special.ipv6);
}
