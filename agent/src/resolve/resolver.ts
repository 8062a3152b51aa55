import type { LookupAddress } from 'node:dns';
import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { RESOLVE } from './limits.ts';
import { failureOf, failureOfBoth, ResolveError } from './resolve-error.ts';

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

type Hosts = ReadonlyMap<string, readonly string[]>;

/** Their paths on this system. */
const SYSTEM_FILES = {
  hosts: process.platform === 'win32' ? `${process.env.SystemRoot}\\System32\\drivers\\etc\\hosts` : '/etc/hosts',
  resolvConf: '/etc/resolv.conf',
};

const SHORTAGES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

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

type ResolvConf = { servers: readonly string[]; search: readonly string[] };

/** The addresses of each name in a hosts file, names in lower case. */
export function parseHosts(text: string): Hosts {
  const hosts = new Map<string, string[]>();
  for (const line of linesOf(text)) {
    const [address = '', ...names] = line;
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      hosts.set(key, [...(hosts.get(key) ?? []), address]);
    }
  }
  return hosts;
}

/** Servers and search domains of a resolv.conf(5). The last `search` or `domain` counts. */
export function parseResolvConf(text: string): ResolvConf {
  const servers: string[] = [];
  let search: string[] = [];
  for (const [key, ...values] of linesOf(text)) {
    const [first = ''] = values;
    if (key === 'nameserver' && isIP(first) !== 0) servers.push(first);
    if (key === 'search' || key === 'domain') search = values.map(bare).filter((domain) => domain !== '');
  }
  return { servers, search };
}

/** The name without its last dot, in lower case. */
function bare(name: string): string {
  return name.replace(/\.$/, '').toLowerCase();
}

function linesOf(text: string): string[][] {
  const lines = text.split('\n').map((line) => line.replace(/[#;].*/, '').trim());
  return lines.filter((line) => line !== '').map((line) => line.split(/\s+/));
}

/** The same reader, which reads at most once a second. */
function everySecond<T>(read: () => T): () => T {
  let last: { value: T; untilMs: number } | null = null;
  return () => {
    if (last === null || performance.now() >= last.untilMs) {
      last = { value: read(), untilMs: performance.now() + RESOLVE.filesMs };
    }
    return last.value;
  };
}

/**
 * A reader of a file that is parsed again when it changes, checked at most every second; a missing file is an empty
 * one. If descriptors or memory are short, the last content stays.
 */
function followFile<T>(path: string, parse: (text: string) => T): () => T {
  let parsed = parse('');
  let version = '';
  return everySecond(() => {
    const stat = statSync(path, { throwIfNoEntry: false });
    const current = stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : '';
    const text = current === version ? null : stat ? readText(path) : '';
    if (text !== null) {
      version = current;
      parsed = parse(text);
    }
    return parsed;
  });
}

/** A missing or unreadable file is an empty one; null if it can be read another time. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return SHORTAGES.has((error as NodeJS.ErrnoException).code ?? '') ? null : '';
  }
}

type Waiting<T> = { start: () => void; started: Promise<T>; waiters: number };

/**
 * A limited number of lookups at a time, each name once: later callers for the same name share the answer. A caller
 * gives up after `gracePeriodMs`, while the lookup counts until it actually ends.
 */
class LookupPool<T> {
  private readonly limit: number;
  private readonly gracePeriodMs: number;
  private readonly running = new Map<string, Promise<T>>();
  private readonly waiting = new Map<string, Waiting<T>>();

  constructor(limit: number, gracePeriodMs: number) {
    this.limit = limit;
    this.gracePeriodMs = gracePeriodMs;
  }

  /** Rejects with ResolveError: `timeout` if the lookup takes too long, `own-network` if it never started. */
  run(hostname: string, lookup: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.leave(hostname);
        reject(new ResolveError(hostname, this.running.has(hostname) ? 'timeout' : 'own-network'));
      }, this.gracePeriodMs);
      const answer = this.running.get(hostname) ?? this.join(hostname) ?? this.enqueue(hostname, lookup);
      answer.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  private join(hostname: string): Promise<T> | undefined {
    const known = this.waiting.get(hostname);
    if (known) known.waiters += 1;
    return known?.started;
  }

  private leave(hostname: string): void {
    const known = this.waiting.get(hostname);
    if (!known) return;
    known.waiters -= 1;
    if (known.waiters === 0) this.waiting.delete(hostname);
  }

  private enqueue(hostname: string, lookup: () => Promise<T>): Promise<T> {
    if (this.running.size < this.limit) return this.start(hostname, lookup);
    const { promise, resolve } = withResolvers<T>();
    this.waiting.set(hostname, { start: () => resolve(this.start(hostname, lookup)), started: promise, waiters: 1 });
    return promise;
  }

  private start(hostname: string, lookup: () => Promise<T>): Promise<T> {
    const running = lookup().finally(() => {
      this.running.delete(hostname);
      const [next] = this.waiting;
      if (!next) return;
      this.waiting.delete(next[0]);
      next[1].start();
    });
    this.running.set(hostname, running);
    return running;
  }
}

/** Promise.withResolvers, which Node 20 does not have. */
function withResolvers<T>(): { promise: Promise<T>; resolve: (value: Promise<T>) => void } {
  let resolve: (value: Promise<T>) => void = () => undefined;
  const promise = new Promise<T>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}

type Family = 4 | 6;

/**
 * The addresses of a name by DNS, IPv4 first. Repeats the query while there is no response. Rejects with
 * ResolveError.
 */
function queryServers(hostname: string, channels: Channels): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    let attempts = 0;
    let failed = 0;
    const timers = new Set<NodeJS.Timeout>();
    const complete = (end: () => void) => {
      attempts = RESOLVE.queriedAtMs.length;
      for (const timer of timers) clearTimeout(timer);
      end();
    };
    const queryNext = () => {
      if (attempts === RESOLVE.queriedAtMs.length) return;
      const resolver = channels.take(attempts);
      attempts += 1;
      queryBoth(hostname, resolver).then(
        (addresses) => complete(() => resolve(addresses)),
        (error: ResolveError) => {
          failed += 1;
          if (error.kind === 'missing' || failed === RESOLVE.queriedAtMs.length) complete(() => reject(error));
          else queryNext();
        },
      );
    };
    const timeOut = () => complete(() => reject(new ResolveError(hostname, 'timeout')));
    timers.add(setTimeout(timeOut, RESOLVE.totalMs));
    RESOLVE.queriedAtMs.forEach((atMs, attempt) => {
      timers.add(setTimeout(() => attempts === attempt && queryNext(), atMs));
    });
  });
}

/** A and AAAA in parallel. Once one has responded, the other has little time left. */
function queryBoth(hostname: string, resolver: Resolver): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    const found = new Map<Family, LookupAddress[]>();
    const codes: string[] = [];
    let grace: NodeJS.Timeout | undefined;
    const finish = () => {
      clearTimeout(grace);
      if (found.size === 0) reject(new ResolveError(hostname, failureOfBoth(codes)));
      else resolve([...(found.get(4) ?? []), ...(found.get(6) ?? [])]);
    };
    const finishIfDone = () => {
      if (found.size + codes.length === 2) finish();
    };
    const addFound = (family: Family, addresses: string[]) => {
      found.set(
        family,
        addresses.map((address) => ({ address, family })),
      );
      grace ??= setTimeout(finish, RESOLVE.graceMs[family]);
      finishIfDone();
    };
    const fail = (error: NodeJS.ErrnoException) => {
      codes.push(error.code ?? '');
      finishIfDone();
    };
    resolver.resolve4(hostname).then((addresses) => addFound(4, addresses), fail);
    resolver.resolve6(hostname).then((addresses) => addFound(6, addresses), fail);
  });
}

/** Longer than any lookup: when c-ares itself gives up a query it closes the socket that others wait on. */
const NEVER_MS = 60_000;

type Channel = { resolver: Resolver; untilMs: number };

/**
 * The sockets of lookups. Those that start within 100 ms share one, so that many dead names cost few. Each channel
 * reads the system's servers again, and is closed after its last lookup.
 */
class Channels {
  private readonly servers: readonly string[] | null;
  private readonly open = new Map<number, Channel>();

  /** `servers` instead of the system's. */
  constructor(servers: readonly string[] | null) {
    this.servers = servers;
  }

  /** A resolver for that attempt of a lookup, which queries the next server first. */
  take(attempt: number): Resolver {
    const known = this.open.get(attempt);
    if (known && performance.now() < known.untilMs) return known.resolver;
    const resolver = makeResolver(this.servers, attempt);
    this.open.set(attempt, { resolver, untilMs: performance.now() + RESOLVE.channelMs });
    setTimeout(() => resolver.cancel(), RESOLVE.channelMs + RESOLVE.totalMs).unref();
    return resolver;
  }
}

/** The servers that c-ares finds on this system; 127.0.0.1 where it finds none. */
function serversFound(): string[] {
  return new Resolver().getServers();
}

function makeResolver(servers: readonly string[] | null, attempt: number): Resolver {
  const resolver = new Resolver({ timeout: NEVER_MS, tries: 1 });
  const all = servers ?? resolver.getServers();
  const first = attempt % all.length;
  // The system's order is kept if possible: setting servers loses the scope of link-local ones.
  if (servers || first > 0) resolver.setServers([...all.slice(first), ...all.slice(0, first)]);
  return resolver;
}
