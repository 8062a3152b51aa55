import type { LookupAddress } from 'node:dns';
import type { Resolver } from 'node:dns/promises';
import type { Channels } from './channels.ts';
import { RESOLVE } from './limits.ts';
import { failureOfBoth, ResolveError } from './resolve-error.ts';

type Family = 4 | 6;

/**
 * The addresses of a name by DNS, IPv4 first. The question is repeated while no answer comes. Rejects with
 * ResolveError.
 */
export function queryServers(hostname: string, channels: Channels): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    let attempts = 0;
    let failed = 0;
    const timers = new Set<NodeJS.Timeout>();
    const settle = (end: () => void) => {
      attempts = RESOLVE.queriedAtMs.length;
      for (const timer of timers) clearTimeout(timer);
      end();
    };
    const queryNext = () => {
      if (attempts === RESOLVE.queriedAtMs.length) return;
      const resolver = channels.take(attempts);
      attempts += 1;
      queryBoth(hostname, resolver).then(
        (addresses) => settle(() => resolve(addresses)),
        (error: ResolveError) => {
          failed += 1;
          if (error.kind === 'missing' || failed === RESOLVE.queriedAtMs.length) settle(() => reject(error));
          else queryNext();
        },
      );
    };
    const late = () => settle(() => reject(new ResolveError(hostname, 'timeout')));
    timers.add(setTimeout(late, RESOLVE.totalMs));
    RESOLVE.queriedAtMs.forEach((atMs, attempt) => {
      timers.add(setTimeout(() => attempts === attempt && queryNext(), atMs));
    });
  });
}

/** A and AAAA in parallel. Once one has answered, the other is not waited for long. */
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
    const ended = () => {
      if (found.size + codes.length === 2) finish();
    };
    const note = (family: Family, addresses: string[]) => {
      found.set(
        family,
        addresses.map((address) => ({ address, family })),
      );
      grace ??= setTimeout(finish, RESOLVE.graceMs[family]);
      ended();
    };
    const fail = (error: NodeJS.ErrnoException) => {
      codes.push(error.code ?? '');
      ended();
    };
    resolver.resolve4(hostname).then((addresses) => note(4, addresses), fail);
    resolver.resolve6(hostname).then((addresses) => note(6, addresses), fail);
  });
}
