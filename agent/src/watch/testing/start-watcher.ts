import { afterEach } from 'vitest';
import { createClock } from '../../clock/clock.ts';
import { anyNetwork } from '../../network/testing/any-network.ts';
import { createRunCheck } from '../../probe/check.ts';
import { httpServer } from '../../probe/testing/servers.ts';
import type { Resolve } from '../../resolve/resolver.ts';
import { queueLimits } from '../../schedule/queue.ts';
import type { SpooledCheck } from '../../spool/line.ts';
import { Connectivity } from '../../verdict/connectivity.ts';
import { createReferenceCheck, parseReference } from '../../verdict/reference-sites.ts';
import { Watcher } from '../watcher.ts';
import type { Checked, Found } from '../watcher-options.ts';

const stops: AbortController[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

/**
 * A site that answers by path, `/<status>` or what `switchTo` set, or cuts the connection (null). Counts its visits.
 */
export async function startSite() {
  const statuses = new Map<string, number | null>();
  const visits: { path: string; atMs: number }[] = [];
  let open = 0;
  let mostOpen = 0;
  let delayMs = 0;
  let gate = { atOpen: 0, opened: Promise.resolve(), open: () => {} };
  const port = await httpServer(async (request, response) => {
    const path = request.url ?? '';
    visits.push({ path, atMs: performance.now() });
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    if (open >= gate.atOpen) gate.open();
    await gate.opened;
    setTimeout(() => {
      open -= 1;
      const status = statuses.has(path) ? statuses.get(path) : 200;
      if (typeof status === 'number') response.writeHead(status).end();
      else request.socket.destroy();
    }, delayMs);
  });
  const url = (path: string) => `http://127.0.0.1:${port}${path}`;
  return {
    url,
    /** So many URLs, by endpoints `e0`, `e1` and so on. */
    urls: (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`e${index}`, url(`/${index}`)])),
    switchTo: (path: string, status: number | null) => statuses.set(path, status),
    slow: (ms: number) => {
      delayMs = ms;
    },
    /** Answers nothing until so many requests are open. */
    holdUntilOpen: (atOpen: number) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = { atOpen, opened: promise, open: resolve };
    },
    visitsOf: (path: string) => visits.filter((visit) => visit.path === path).map(({ atMs }) => atMs),
    mostOpen: () => mostOpen,
  };
}

/**
 * A watcher with real checks of a site on this machine, at up to 1,000 a second. It has connectivity while one of the
 * reference sites answers (written as for the agent), always if there are none. `changes` lists each change, such as
 * `e1 up`.
 */
export function startWatcher(
  references: string[] = [],
  perHost = 1_000,
  resolve?: Resolve,
  clock = createClock(),
  isPublic?: (address: string) => boolean,
) {
  const stop = new AbortController();
  stops.push(stop);
  const kept: SpooledCheck[] = [];
  const dueAt = new Map<SpooledCheck['check'], number>();
  const checked: Checked[] = [];
  const founds: Found[] = [];
  const localFailures: string[] = [];
  const abstained: boolean[] = [];
  let isSpoolBroken = false;
  const network = anyNetwork({ ...(resolve && { resolve }), ...(isPublic && { isPublic }) });
  const probe = createRunCheck(network);
  const isAlwaysOnline = references.length === 0;
  const connectivity = new Connectivity({
    references: (isAlwaysOnline ? ['http://reference.farwatch.test/'] : references).flatMap(
      (typed) => parseReference(typed) ?? [],
    ),
    checkReference: isAlwaysOnline ? async () => true : createReferenceCheck(network),
    probe,
    signal: stop.signal,
    timing: { againMs: 100, everyMs: 60_000, rate: { burst: 100, perSec: 100 }, togetherMs: 5_000 },
    onChange(abstaining) {
      abstained.push(abstaining);
      if (!abstaining) watcher.checkDiscarded();
    },
  });
  const watcher: Watcher = new Watcher({
    agentId: 'a1',
    clock,
    probe,
    connectivity,
    limits: queueLimits(perHost),
    startSpread: { atOnce: Number.POSITIVE_INFINITY, overMs: 0 },
    signal: stop.signal,
    keep: async (check) => {
      if (isSpoolBroken) throw new Error('no space left');
      kept.push(check);
    },
    onFound: (found) => founds.push(found),
    onLocalFailure: ({ endpoint }, failure, isUrgent) =>
      localFailures.push(`${endpoint} ${failure}${isUrgent ? ' urgent' : ''}`),
    onChecked: (one) => {
      const own = kept.findLast(({ check }) => check.endpoint === one.planned.endpoint);
      if (own) dueAt.set(own.check, one.planned.dueAt);
      checked.push(one);
    },
  });
  const changes = () =>
    checked.flatMap(({ planned, verdict, changed }) =>
      changed ? `${planned.endpoint} ${verdict?.up ? 'up' : 'down'}` : [],
    );
  const breakSpool = (isBroken: boolean) => {
    isSpoolBroken = isBroken;
  };
  /** When a check that is kept was due, epoch ms. */
  const dueAtOf = (check: SpooledCheck['check']) => dueAt.get(check) ?? check.at;
  return { watcher, connectivity, kept, dueAtOf, founds, checked, localFailures, abstained, changes, breakSpool };
}
