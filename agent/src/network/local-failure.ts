import { createSocket } from 'node:dgram';
import { closeSync, openSync } from 'node:fs';
import { isIP } from 'node:net';
import { isShortage, type LocalFailure } from '@farwatch/core/values/local-failure';
import { ADDRESS_REFUSED, SINKHOLE } from './network.ts';
import { NO_PING, PING_FAILED } from './ping.ts';

const BY_CODE: Record<string, LocalFailure> = {
  [ADDRESS_REFUSED]: 'refused-address',
  [SINKHOLE]: 'sinkhole',
  'ERR_RESOLVE_own-network': 'resolver',
  [NO_PING]: 'unsupported',
  [PING_FAILED]: 'other',
  EMFILE: 'descriptors',
  ENFILE: 'descriptors',
  ENOMEM: 'memory',
  ENOBUFS: 'memory',
  EAGAIN: 'memory',
  EADDRNOTAVAIL: 'ports',
  EACCES: 'permission',
  EPERM: 'permission',
  ENETDOWN: 'no-network',
};

/** Certificate errors that depend on this machine's clock. */
const OF_TIME: ReadonlySet<string> = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);

/** These errors come from this machine if it has no route to the address, otherwise from a router on the way. */
const OF_ROUTES: ReadonlySet<string> = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** Internet addresses that a machine has a route to if it has that family at all. */
export const SOMEWHERE = { 4: '1.1.1.1', 6: '2606:4700:4700::1111' } as const;

/** Whether this machine has a route to an address. */
export type HasRoute = (address: string) => Promise<boolean>;

/**
 * Returns the local failure that made the attempts fail. A shortage always counts, since the prevented attempt might
 * have succeeded; otherwise the result is null if one of the attempts reached the target's side. `isWallRight` is
 * whether this machine's clock is right, on which certificates depend.
 */
export async function localFailureOf(
  error: Error,
  hasRoute: HasRoute = routes,
  isWallRight: () => boolean = () => true,
): Promise<LocalFailure | null> {
  if (OF_TIME.has((error as NodeJS.ErrnoException).code ?? '') && !isWallRight()) return 'other';
  const errors: Error[] = error instanceof AggregateError && error.errors.length > 0 ? error.errors : [error];
  const failures = await Promise.all(errors.map((each) => localFailureOfOne(each, hasRoute)));
  const shortage = failures.find((failure) => failure !== null && isShortage(failure));
  return shortage ?? (failures.includes(null) ? null : (failures[0] ?? null));
}

async function localFailureOfOne(error: Error, hasRoute: HasRoute): Promise<LocalFailure | null> {
  const { code = '', address = '' } = error as NodeJS.ErrnoException & { address?: string };
  const family = isIP(address);
  // Without descriptors a resolver reports a failure, or that the name does not exist, and no route can be found.
  if ((code.startsWith('ERR_RESOLVE_') || OF_ROUTES.has(code)) && !hasDescriptors()) return 'descriptors';
  if (OF_ROUTES.has(code) && family !== 0 && !(await hasRoute(address))) {
    const isOnline = await hasRoute(SOMEWHERE[family === 4 ? 6 : 4]);
    return isOnline ? (family === 4 ? 'no-ipv4' : 'no-ipv6') : 'no-network';
  }
  return BY_CODE[code] ?? null;
}

function hasDescriptors(): boolean {
  try {
    closeSync(openSync(process.execPath, 'r'));
    return true;
  } catch {
    return false;
  }
}

/** Whether there is a route: connecting a UDP socket looks it up and sends nothing. */
export function routes(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4');
    const end = (hasRoute: boolean) => {
      socket.removeAllListeners();
      socket.on('error', () => undefined);
      socket.close();
      resolve(hasRoute);
    };
    socket.once('error', () => end(false));
    socket.once('connect', () => end(true));
    socket.connect(443, address);
  });
}
