import type { LookupAddress } from 'node:dns';
import type { Resolver } from 'node:dns/promises';
import type { Channels } from './channels.ts';
import { RESOLVE } from './limits.ts';
import { failureOfBoth, ResolveError } from './resolve-error.ts';

type Family = 4 | 6;

/**
 * The addresses of a name by DNS, IPv4 first. Repeats the query while there is no response. Rejects with
 * ResolveError.
 */
export function queryServers(hostname: string, channels: Channels): Promise<LookupAddress[]> {
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
