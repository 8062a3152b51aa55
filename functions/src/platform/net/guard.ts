import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '@farwatch/core/values/addresses/public-address';
import { urlCaveat } from '@farwatch/core/values/url';

/** Resolves a name to all of its addresses. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

/** Code of the error for a URL that leads to no public address. */
export const FORBIDDEN_ADDRESS = 'ERR_FORBIDDEN_ADDRESS';

const resolveBySystem: Resolve = (name) => dns.lookup(name, { all: true });

/**
 * Throws FORBIDDEN_ADDRESS unless the URL may be requested: http or https, without credentials, no port of another
 * protocol, and no address that is not public. The addresses of a name are left to `publicLookup`.
 */
export function assertPublicUrl(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAllowed = /^https?:$/.test(url.protocol) && urlCaveat(url.href) === null;
  if (!isAllowed || (isIP(host) !== 0 && !isPublicAddress(host))) throw forbidden(url.host);
}

/**
 * A `lookup` for sockets, which connect only to what it returns: the public addresses of a name, by one resolution, so
 * that no later answer of its DNS server counts. Fails with FORBIDDEN_ADDRESS if there are none.
 */
export function publicLookup(resolve: Resolve = resolveBySystem): LookupFunction {
  return (name, options, callback) => {
    const end = (addresses: LookupAddress[]) => {
      const found = addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = found;
      if (!first) callback(forbidden(name), '');
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    };
    resolve(name).then(end, (error) => callback(error, ''));
  };
}

function forbidden(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} is not a public address`), { code: FORBIDDEN_ADDRESS });
}

/**
 * Whether a private host is a local stand-in, as listed in `ALLOWED_PRIVATE_HOSTS` (host:port, separated by commas).
 * Without the Firestore emulator, as in production, none is.
 */
export function isLocalStandIn(url: URL, env: NodeJS.ProcessEnv = process.env): boolean {
  const allowed = env.FIRESTORE_EMULATOR_HOST ? (env.ALLOWED_PRIVATE_HOSTS ?? '') : '';
  return allowed.split(',').includes(url.host);
}
