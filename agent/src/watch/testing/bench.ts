import type { Assignment } from '@farwatch/core/documents/assignment';
import { afterEach } from 'vitest';
import { createClock } from '../../clock/clock.ts';
import { addressPolicy, createGuard } from '../../guard/guard.ts';
import { createProbe } from '../../probe/probe.ts';
import { httpServer } from '../../probe/testing/servers.ts';
import type { Resolve } from '../../resolve/resolver.ts';
import { queueLimits } from '../../schedule/limits.ts';
import type { SpooledCheck } from '../../spool/line.ts';
import { Sight } from '../../verdict/sight.ts';
import { type Checked, Watcher } from '../watcher.ts';

const stops: AbortController[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

/** A site that answers by path, `/<status>` or what `switchTo` said, or cuts the connection (null). Counts its visits. */
export async function startSite() {
  const statuses = new Map<string, number | null>();
  const visits: { path: string; atMs: number }[] = [];
  let open = 0;
  let mostOpen = 0;
  let delayMs = 0;
  const port = await httpServer((request, response) => {
    const path = request.url ?? '';
    visits.push({ path, atMs: performance.now() });
    open += 1;
    mostOpen = Math.max(mostOpen, open);
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
    visitsOf: (path: string) => visits.filter((visit) => visit.path === path).map(({ atMs }) => atMs),
    mostOpen: () => mostOpen,
  };
}

/** A watcher with real checks, of a site on this machine as often as it likes. `changes` tells what became of each, such as `e1 up`. */
export function startWatcher(witnesses: string[] = [], perHost = 1_000, resolve?: Resolve, clock = createClock()) {
  const stop = new AbortController();
  stops.push(stop);
  const kept: SpooledCheck[] = [];
  const dueAt = new Map<SpooledCheck['check'], number>();
  const checked: Checked[] = [];
  const abstained: boolean[] = [];
  let isSpoolBroken = false;
  const probe = createProbe(
    createGuard(
      addressPolicy(true, () => new Set()),
      resolve,
    ),
  );
  const sight = new Sight({
    witnesses,
    probe,
    signal: stop.signal,
    lookAgainMs: 100,
    onChange(abstaining) {
      abstained.push(abstaining);
      if (!abstaining) watcher.seeAgain();
    },
  });
  const watcher: Watcher = new Watcher({
    agentId: 'a1',
    clock,
    probe,
    sight,
    limits: queueLimits(perHost),
    signal: stop.signal,
    keep: async (check) => {
      if (isSpoolBroken) throw new Error('no space left');
      kept.push(check);
    },
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
  return { watcher, sight, kept, dueAtOf, checked, abstained, changes, breakSpool };
}

/** What one owner wants checked: URLs by endpoint. */
export function assignmentOf(urls: Record<string, string>, changes: Partial<Assignment> = {}): Assignment {
  const endpoints = Object.fromEntries(
    Object.entries(urls).map(([id, url]) => [id, { url, name: id, group: 'shop', monitorId: 'm1', rev: 0 }]),
  );
  return {
    location: 'tw',
    ownerId: 'o1',
    agentId: 'a1',
    gen: 1,
    live: true,
    liveOrder: 1,
    intervalSec: 3_600,
    count: Object.keys(urls).length,
    endpoints,
    changedAt: 1,
    ...changes,
  };
}
