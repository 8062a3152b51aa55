import { isIP, type LookupFunction } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isBadPort } from '@farwatch/core/bad-ports';
import { createResolver, type Resolve } from '../resolve/resolver.ts';
import { addressForms, canonicalAddress } from './address.ts';
import type { Addresses } from './own-network.ts';
import { isPublicAddress } from './special-ranges.ts';

/** Code of `lookup`'s error for a host whose addresses are all refused. */
export const ADDRESS_REFUSED = 'ERR_ADDRESS_REFUSED';

/** Code of `lookup`'s error for a host whose only address is 0.0.0.0 or ::, which leads nowhere. */
export const SINKHOLE = 'ERR_SINKHOLE';

/**
 * What the agent may connect to (docs/architecture.md, Security). `admits` judges a URL before anything is sent, IP
 * literals included, because those never reach `lookup`. `lookup` resolves and drops refused addresses, so that the
 * connection goes to an address that was judged.
 */
export type Guard = { admits(url: URL): boolean; lookup: LookupFunction };

/** How a blocking resolver answers. */
const NOWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '0:0:0:0:0:0:0:0']);

/** Whether an address may be connected to. */
export type AddressPolicy = (address: string) => boolean;

/** Admits public addresses except those of this machine and its network; with `allowPrivate` every address. */
export function addressPolicy(allowPrivate: boolean, own: () => Addresses): AddressPolicy {
  if (allowPrivate) return () => true;
  return (address) => isPublicAddress(address) && !addressForms(address).some((form) => own().has(form));
}

export function createGuard(admitsAddress: AddressPolicy, resolve: Resolve = createResolver()): Guard {
  return {
    admits(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
      if (url.username !== '' || url.password !== '' || isBadPort(url.port)) return false;
      const host = url.hostname.replace(/^\[|\]$/g, '');
      return isIP(host) === 0 || admitsAddress(host);
    },
    lookup(hostname, options, callback) {
      // Never within the same turn: the caller learns of its socket only then.
      Promise.all([resolve(hostname), nextTurn()]).then(
        ([addresses]) => {
          if (addresses.length > 0 && addresses.every(isNowhere)) return callback(nowhere(hostname), '', 0);
          const admitted = addresses.filter(({ address }) => admitsAddress(address));
          const [first] = admitted;
          if (!first) callback(refusal(hostname), '', 0);
          else if (options.all) callback(null, admitted);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      );
    },
  };
}

function isNowhere({ address }: { address: string }): boolean {
  return NOWHERE.has(canonicalAddress(address) ?? '');
}

function nowhere(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has only an address that leads nowhere`), { code: SINKHOLE });
}

function refusal(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address that may be checked`), { code: ADDRESS_REFUSED });
}
