import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { addressForms, canonicalAddress } from '@farwatch/core/values/addresses/address';
import { isPrivateName } from '@farwatch/core/values/addresses/private-name';
import { isPublicAddress } from '@farwatch/core/values/addresses/public-address';
import type { Addresses } from './own-network.ts';

/** Code of the error for a host whose addresses are all refused. */
export const ADDRESS_REFUSED = 'ERR_ADDRESS_REFUSED';

/** Code of the error for a host whose only address is 0.0.0.0 or ::, as a blocking resolver answers. */
export const SINKHOLE = 'ERR_SINKHOLE';

/** Code of the error for a host without an address of the only family that may be used. */
export const NO_ADDRESS = 'ERR_NO_ADDRESS';

const LOOPBACK = '127.0.0.1';
const UNSPECIFIED: ReadonlySet<string> = new Set(['0.0.0.0', '0:0:0:0:0:0:0:0']);

/** Whether an address may be connected to. */
export type AddressPolicy = (address: string) => boolean;

/**
 * Returns a policy that admits public addresses except those of this machine and its network; with `allowPrivate` it
 * admits every address.
 */
export function addressPolicy(allowPrivate: boolean, own: () => Addresses): AddressPolicy {
  if (allowPrivate) return () => true;
  return (address) => isPublicAddress(address) && !addressForms(address).some((form) => own().has(form));
}

/** Returns the addresses of a host that the policy admits, at least one. Throws ADDRESS_REFUSED or SINKHOLE. */
export function admittedAddresses(host: string, addresses: readonly LookupAddress[], admits: AddressPolicy) {
  if (addresses.length > 0 && addresses.every(isUnspecified)) {
    throw Object.assign(new Error(`${host} resolves only to 0.0.0.0 or ::`), { code: SINKHOLE });
  }
  const admitted = addresses.filter(({ address }) => admits(address));
  if (admitted.length > 0) return admitted;
  throw addressRefused(host);
}

/** Whether the device's own DNS server may be queried for a name. A policy that admits this device has no private names. */
export function admitsName(name: string, admits: AddressPolicy): boolean {
  return admits(LOOPBACK) || !isPrivateName(name);
}

/** Throws, as for connections, if records from the device's own DNS server are addresses and none is admitted. */
export function requirePublic(name: string, records: readonly string[], admits: AddressPolicy): void {
  const addresses = records.map((address) => ({ address, family: isIP(address) }));
  if (addresses.length > 0 && addresses.every(({ family }) => family !== 0)) admittedAddresses(name, addresses, admits);
}

/** Returns the addresses of one family, at least one, or all if it is undefined. Throws NO_ADDRESS. */
export function ofFamily(host: string, addresses: LookupAddress[], family: 4 | 6 | undefined): LookupAddress[] {
  const matching = family === undefined ? addresses : addresses.filter((address) => address.family === family);
  if (matching.length > 0) return matching;
  throw Object.assign(new Error(`${host} has no IPv${family} address`), { code: NO_ADDRESS });
}

/** Returns the error for a host that the policy refuses. */
export function addressRefused(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} has no address that may be checked`), { code: ADDRESS_REFUSED });
}

function isUnspecified({ address }: LookupAddress): boolean {
  return UNSPECIFIED.has(canonicalAddress(address) ?? '');
}
