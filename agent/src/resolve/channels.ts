import { Resolver } from 'node:dns/promises';
import { RESOLVE } from './limits.ts';

/** Longer than any lookup: when c-ares itself gives up a query it closes the socket that others wait on. */
const NEVER_MS = 60_000;

type Channel = { resolver: Resolver; untilMs: number };

/**
 * The sockets of lookups. Those that start within 100 ms share one, so that many dead names cost few. Each channel
 * reads the system's servers again, and is closed after its last lookup.
 */
export class Channels {
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
export function serversFound(): string[] {
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
