import type { LookupAddress } from 'node:dns';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressForms, canonicalAddress } from '@farwatch/core/values/addresses/address';
import { isPrivateName } from '@farwatch/core/values/addresses/private-name';
import { isPublicAddress } from '@farwatch/core/values/addresses/public-address';
import { createResolver, type Resolve } from '../resolve/resolver.ts';
import { checkErrorOf } from './check-error.ts';
import { connectFirst } from './connect-first.ts';
import { queryRecords } from './dns-records.ts';
import { localFailureOf } from './local-failure.ts';
import {
  ADDRESS_REFUSED,
  type CheckNetwork,
  type Connection,
  type Echoes,
  type EchoQuery,
  type Failure,
  type Network,
  type NetworkObserver,
  NO_ADDRESS,
  NO_PEER,
  type Peer,
  type RecordQuery,
  SINKHOLE,
  type Target,
  type TlsOptions,
} from './network.ts';
import type { Addresses } from './own-network.ts';
import { pingEither } from './ping-either.ts';
import { type Secured, secure } from './secure.ts';

/** For the name and the TCP connection together; TLS only has the time of the whole check. */
const CONNECT_MS = 4_000;
/** Addresses of a DNS server that are queried. */
const MOST_SERVERS = 3;

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

export type NetworkOptions = {
  admitsAddress: AddressPolicy;
  resolve?: Resolve;
  /** Whether an address is on the internet. */
  isPublic?: (address: string) => boolean;
  /** Whether the server has blocked checks of a host. */
  isBlocked?: (host: string) => boolean;
  /** Whether this machine's clock is right, on which certificates depend. */
  isWallRight?: () => boolean;
  observer?: NetworkObserver;
};

/** The network of the agent, guarded by the address policy. */
export class GuardedNetwork implements CheckNetwork {
  private readonly options: Required<Omit<NetworkOptions, 'observer'>> & Pick<NetworkOptions, 'observer'>;

  constructor(options: NetworkOptions) {
    this.options = {
      resolve: options.resolve ?? createResolver(),
      isPublic: isPublicAddress,
      isBlocked: () => false,
      isWallRight: () => true,
      ...options,
    };
  }

  observedBy(observer: NetworkObserver): Network {
    return new GuardedNetwork({ ...this.options, observer });
  }

  admits(host: string): boolean {
    const bare = withoutBrackets(host);
    if (this.options.isBlocked(host)) return false;
    return isIP(bare) === 0 || this.options.admitsAddress(bare);
  }

  async resolve(name: string): Promise<LookupAddress[]> {
    const { resolve, admitsAddress, observer } = this.options;
    const resolved = resolve(name);
    const ignore = () => undefined;
    observer?.onName(resolved.then(ignore, ignore));
    return admittedAddresses(name, await resolved, admitsAddress);
  }

  connect({ host, port, family, tls, signal }: Target): Promise<Connection> {
    const { observer, isPublic } = this.options;
    const untilMs = performance.now() + CONNECT_MS;
    return endable<Connection>(signal, CONNECT_MS, ({ resolve, reject, isOver, liftTimeout }) => {
      let stop: () => void = () => undefined;
      const finish = (connection: Connection) => {
        keepWith(signal, connection.socket);
        resolve(connection);
      };
      this.addressesOf(withoutBrackets(host), family).then((addresses) => {
        if (isOver()) return;
        observer?.onPhase('connect');
        stop = connectFirst(addresses, port, untilMs - performance.now(), (result) => {
          if ('error' in result) return reject(result.error);
          const { socket, address } = result;
          const peer = { ...NO_PEER, address };
          if (!tls) return finish({ socket, protocol: null, certificateEndsAtMs: null, isProof: false, peer });
          liftTimeout();
          const onStart = () => observer?.onPhase('tls');
          stop = secureAfter(socket, withoutBrackets(host), tls, onStart, ({ certificate, ...secured }) => {
            const securePeer = { address, certificate };
            if ('error' in secured) reject(causedBy(securePeer, secured.error));
            else finish({ ...secured, isProof: isPublic(address), peer: securePeer });
          });
        });
      }, reject);
      return () => stop();
    });
  }

  async records({ name, type, server, signal }: RecordQuery): Promise<string[]> {
    const { admitsAddress, observer } = this.options;
    if (!this.admits(name) || (server === null && !admitsName(name, admitsAddress))) throw addressRefused(name);
    const servers = server === null ? null : await this.serversAt(server);
    observer?.onPhase('dns');
    const records = await queryRecords({ name, type, servers, signal });
    if (server === null) requirePublic(name, records, admitsAddress);
    return records;
  }

  async ping({ host, family, count, signal }: EchoQuery): Promise<Echoes> {
    const addresses = await this.addressesOf(withoutBrackets(host), family);
    const peer = { ...NO_PEER, address: addresses[0]?.address ?? null };
    return pingEither(addresses, count, signal).catch((error: Error) => {
      throw causedBy(peer, error);
    });
  }

  private async serversAt(server: string): Promise<string[]> {
    const { hostname, port } = new URL(`dns://${server}`);
    const addresses = await this.addressesOf(withoutBrackets(hostname), undefined);
    const at = port === '' ? '' : `:${port}`;
    return addresses
      .slice(0, MOST_SERVERS)
      .map(({ address, family }) => `${family === 6 ? `[${address}]` : address}${at}`);
  }

  async explain(error: Error): Promise<Failure> {
    const localFailure = await localFailureOf(error, undefined, this.options.isWallRight);
    return { error: checkErrorOf(error), localFailure, peer: PEERS.get(error) ?? peerIn(error), reply: replyIn(error) };
  }

  private async addressesOf(host: string, only: 4 | 6 | undefined): Promise<LookupAddress[]> {
    const family = isIP(host);
    if (!this.admits(host)) throw addressRefused(host);
    if (family !== 0) {
      return ofFamily(host, [{ address: host, family }], only);
    }
    this.options.observer?.onPhase('dns');
    return ofFamily(host, await this.resolve(host), only);
  }
}

/** Returns the addresses of a host that the policy admits, at least one. Throws ADDRESS_REFUSED or SINKHOLE. */
function admittedAddresses(host: string, addresses: readonly LookupAddress[], admits: AddressPolicy) {
  if (addresses.length > 0 && addresses.every(isUnspecified)) {
    throw Object.assign(new Error(`${host} resolves only to 0.0.0.0 or ::`), { code: SINKHOLE });
  }
  const admitted = addresses.filter(({ address }) => admits(address));
  if (admitted.length > 0) return admitted;
  throw addressRefused(host);
}

/** Whether the device's own DNS server may be queried for a name. A policy that admits this device has no private names. */
function admitsName(name: string, admits: AddressPolicy): boolean {
  return admits(LOOPBACK) || !isPrivateName(name);
}

/** Throws, as for connections, if records from the device's own DNS server are addresses and none is admitted. */
export function requirePublic(name: string, records: readonly string[], admits: AddressPolicy): void {
  const addresses = records.map((address) => ({ address, family: isIP(address) }));
  if (addresses.length > 0 && addresses.every(({ family }) => family !== 0)) admittedAddresses(name, addresses, admits);
}

/** Returns the addresses of one family, at least one, or all if it is undefined. Throws NO_ADDRESS. */
function ofFamily(host: string, addresses: LookupAddress[], family: 4 | 6 | undefined): LookupAddress[] {
  const matching = family === undefined ? addresses : addresses.filter((address) => address.family === family);
  if (matching.length > 0) return matching;
  throw Object.assign(new Error(`${host} has no IPv${family} address`), { code: NO_ADDRESS });
}

/** Returns the error for a host that the policy refuses. */
function addressRefused(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} has no address that may be checked`), { code: ADDRESS_REFUSED });
}

function isUnspecified({ address }: LookupAddress): boolean {
  return UNSPECIFIED.has(canonicalAddress(address) ?? '');
}

/** Who caused an error, where the error does not contain that itself. */
const PEERS = new WeakMap<Error, Peer>();

function causedBy(peer: Peer, error: Error): Error {
  PEERS.set(error, peer);
  return error;
}

/** Node's errors of connections name the address. */
function peerIn(error: Error & { address?: unknown }): Peer {
  return typeof error.address === 'string' ? { ...NO_PEER, address: error.address } : NO_PEER;
}

function replyIn(error: Error & { reply?: unknown }): string {
  return typeof error.reply === 'string' ? error.reply : '';
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** Makes a connection secure, after the dialogue that comes before. Returns what stops it. */
function secureAfter(
  socket: Socket,
  host: string,
  tls: TlsOptions,
  onStart: () => void,
  done: (result: Secured) => void,
): () => void {
  let isStopped = false;
  const start = () => {
    if (isStopped) return () => undefined;
    onStart();
    return secure(socket, host, tls, done);
  };
  if (!tls.prepare) return start();
  let stop: () => void = () => socket.destroy();
  tls.prepare(socket).then(
    () => {
      stop = start();
    },
    (error: Error) => done({ error, certificate: null }),
  );
  return () => {
    isStopped = true;
    stop();
  };
}

type Endable<T> = {
  resolve: (value: T) => void;
  reject: (error: Error) => void;
  isOver: () => boolean;
  /** From now on only `signal` ends it early. */
  liftTimeout: () => void;
};

/** A promise that also ends with `signal` and after `withinMs`; then it calls what `start` returned. */
function endable<T>(signal: AbortSignal, withinMs: number, start: (ends: Endable<T>) => () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    let isOver = false;
    const end = (complete: () => void) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      complete();
    };
    const fail = (error: Error) =>
      end(() => {
        stop();
        reject(error);
      });
    const abort = () => fail(signal.reason);
    const late = () => fail(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' }));
    const timer = setTimeout(late, withinMs);
    signal.addEventListener('abort', abort);
    const stop = start({
      resolve: (value) => end(() => resolve(value)),
      reject: fail,
      isOver: () => isOver,
      liftTimeout: () => clearTimeout(timer),
    });
  });
}

/** Ends the socket with `signal`. Until the probe listens, an error must not end the program. */
function keepWith(signal: AbortSignal, socket: Duplex): void {
  const destroy = () => socket.destroy();
  signal.addEventListener('abort', destroy);
  socket.once('close', () => signal.removeEventListener('abort', destroy));
  socket.on('error', () => undefined);
}
