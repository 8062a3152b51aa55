import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Channels, serversFound } from './channels.ts';
import { RESOLVE } from './limits.ts';
import { LookupPool } from './lookup-pool.ts';
import { queryServers } from './query-servers.ts';
import { failureOf, ResolveError } from './resolve-error.ts';
import {
  bare,
  everySecond,
  followFile,
  type Hosts,
  parseHosts,
  parseResolvConf,
  SYSTEM_FILES,
} from './system-files.ts';

/** The addresses of a name in the order to try them. Rejects with ResolveError. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export type ResolverOptions = {
  /** DNS servers instead of the system's, with a port where it is not 53. */
  servers?: readonly string[];
  hosts?: string;
  resolvConf?: string;
  /** The servers that c-ares finds on this system. */
  found?: () => readonly string[];
  /** The system's own lookup. */
  lookup?: Resolve;
  hasIpv6?: () => boolean;
};

/** Whether the DNS servers of this system are known. */
export function systemHasServers(): boolean {
  return knowsServers(conf().servers, found());
}
const found = everySecond(serversFound);
const conf = followFile(SYSTEM_FILES.resolvConf, parseResolvConf);

type Way = 'hosts' | 'loopback' | 'system' | 'dns';

/** How a name is resolved: only the system knows single labels, mDNS, and its servers if c-ares finds none. */
export function wayFor(name: string, hosts: Hosts, hasServers: boolean): Way {
  if (hosts.has(name)) return 'hosts';
  if (name === 'localhost' || name.endsWith('.localhost')) return 'loopback';
  return hasServers && name.includes('.') && !name.endsWith('.local') ? 'dns' : 'system';
}

/** Whether c-ares knows servers: without any it uses 127.0.0.1, as for a phone's empty resolv.conf. */
export function knowsServers(named: readonly string[], found: readonly string[]): boolean {
  return named.includes('127.0.0.1') || found.some((server) => server !== '127.0.0.1');
}

/** A resolver whose lookups end within 3.5 s, and in which no name waits for an unresolvable one. */
export function createResolver(options: ResolverOptions = {}): Resolve {
  const { lookup = lookupAll, hasIpv6 = hasGlobalIpv6 } = options;
  const found = everySecond(options.found ?? serversFound);
  const hosts = followFile(options.hosts ?? SYSTEM_FILES.hosts, parseHosts);
  const conf = followFile(options.resolvConf ?? SYSTEM_FILES.resolvConf, parseResolvConf);
  const channels = new Channels(options.servers ?? null);
  const dns = new LookupPool<LookupAddress[]>(RESOLVE.lookups, RESOLVE.totalMs);
  const system = new LookupPool<LookupAddress[]>(RESOLVE.systemLookups, RESOLVE.totalMs);
  const hasServers = () => options.servers !== undefined || knowsServers(conf().servers, found());
  return async (hostname) => {
    const name = bare(hostname);
    switch (wayFor(name, hosts(), hasServers())) {
      case 'hosts':
        return (hosts().get(name) ?? []).map(toAddress);
      case 'loopback':
        return ['127.0.0.1', '::1'].map(toAddress);
      case 'system':
        return system.run(name, () => lookup(hostname).catch(rethrown(hostname)));
      case 'dns': {
        const search = hostname.endsWith('.') ? [] : conf().search;
        const addresses = await dns.run(name, () => queryWithSearch(name, search, channels));
        return inOrder(addresses, hasIpv6());
      }
    }
  };
}

/** The name as it is; if it does not exist, within the system's search domains, as the system does. */
async function queryWithSearch(name: string, search: readonly string[], channels: Channels): Promise<LookupAddress[]> {
  const within = search.map((domain) => `${name}.${domain}`);
  for (const candidate of [name, ...within]) {
    try {
      return await queryServers(candidate, channels);
    } catch (error) {
      if (!(error instanceof ResolveError) || error.kind !== 'missing') throw error;
    }
  }
  throw new ResolveError(name, 'missing');
}

/** IPv6 first if this machine can reach it. */
function inOrder(addresses: readonly LookupAddress[], isIpv6First: boolean): LookupAddress[] {
  const sign = isIpv6First ? -1 : 1;
  return addresses.toSorted((a, b) => sign * (a.family - b.family));
}

function lookupAll(hostname: string): Promise<LookupAddress[]> {
  return systemLookup(hostname, { all: true });
}

function toAddress(address: string): LookupAddress {
  return { address, family: isIP(address) };
}

function rethrown(hostname: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw new ResolveError(hostname, failureOf(error.code ?? ''));
  };
}

/** Whether an interface has a public IPv6 address (2000::/3). */
function hasGlobalIpv6(): boolean {
  try {
    return Object.values(networkInterfaces()).some((infos) => infos?.some(({ address }) => /^[23]...:/.test(address)));
  } catch {
    return false; // Android hides them from its apps
  }
}
