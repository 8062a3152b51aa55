import { MINUTE_MS } from '@farwatch/core/values/time';
import { isJob } from '../site-checks.ts';
import type { World } from '../world.ts';
import { announcementsOf } from './announcements.ts';
import { getsAllAtOnce } from './channel-views.ts';
import { faultyLocations, isLossy } from './false-alerts.ts';
import { documentsOf, type Finding, formatTime } from './observations.ts';

/** Added to the interval: two checks of at most ten seconds, the report, the other locations, the hold. */
const MARGIN_MS = 75_000;
/** How long an earlier fault may still have an effect. */
const AFTERMATH_MS = 25 * MINUTE_MS;

/** A period in which most of an endpoint's locations fail, or none does. */
export type Period = { fromMs: number; toMs: number; isDown: boolean };
/** A site as a monitor watches it, from one edit of the monitor to the next. */
export type Watch = { monitor: number; site: string; locations: string[]; fromMs: number; toMs: number };

/**
 * Without other faults, an outage that is longer than the interval and the margin is reported by then, and so is its
 * end.
 */
export function checkLongOutages(world: World): Finding[] {
  if (world.scenario.faults.some((fault) => fault.do === 'set-interval')) return [];
  const announcements = announcementsOf(world).filter(
    ({ kind, outage }) => kind === 'down' || (kind === 'recovery' && outage !== 0),
  );
  const incidents = documentsOf(world, 'incidents');
  const monitorOf = (incidentId: string) => world.monitorIds.indexOf(incidents.get(incidentId)?.monitorId ?? '');
  return watchesOf(world).flatMap((watch) => {
    const owner = immediateOwnerOf(world, watch);
    if (!owner) return [];
    const own = announcements.filter(
      ({ incidentId, site }) => monitorOf(incidentId) === watch.monitor && site === watch.site,
    );
    const dueMs = owner.intervalMin * MINUTE_MS + MARGIN_MS;
    return periodsOf(world, watch).flatMap((period): Finding[] => {
      const untilMs = period.fromMs + dueMs;
      if (period.toMs < untilMs + MINUTE_MS || !isQuiet(world, watch, period.fromMs - AFTERMATH_MS, untilMs)) return [];
      const last = own.findLast(({ atMs }) => atMs <= untilMs);
      const isReported = (last?.kind === 'down') === period.isDown;
      return isReported ? [] : [{ rule: 'a long outage is reported', what: describePeriod(watch, period) }];
    });
  });
}

/** The owner of a watched site who gets every alert at once; otherwise undefined. */
export function immediateOwnerOf(world: World, { monitor }: Watch) {
  const index = world.scenario.monitors[monitor]?.owner ?? 0;
  return getsAllAtOnce(world, index) ? world.scenario.owners[index] : undefined;
}

export function describePeriod({ site, monitor }: Watch, { fromMs, toMs, isDown }: Period): string {
  const status = isDown ? 'down' : 'up';
  return `${site} of monitor ${monitor} is ${status} from ${formatTime(fromMs)} to ${formatTime(toMs)}`;
}

/** Whether the monitor stayed the same in that time, and nothing but sites had faults. */
export function isQuiet(world: World, { locations, fromMs, toMs }: Watch, sinceMs: number, untilMs: number): boolean {
  if (fromMs > sinceMs || toMs < untilMs || sinceMs < world.timeline.startMs || untilMs > world.timeline.nowMs)
    return false;
  const { chaos, faults } = world.scenario;
  const { startMs } = world.timeline;
  const isChatOk = faults.every(
    (fault) => fault.do !== 'chat' || startMs + fault.atMs > untilMs || startMs + fault.atMs + fault.forMs < sinceMs,
  );
  const faulty = faultyLocations(world, sinceMs, untilMs);
  return chaos === 0 && isChatOk && locations.every((location) => !faulty.has(location) && !isLossy(world, location));
}

export function watchesOf({ edits }: World): Watch[] {
  return edits.flatMap(({ monitor, sites, locations, atMs: fromMs }, index) => {
    const next = edits.slice(index + 1).find((edit) => edit.monitor === monitor);
    const toMs = next?.atMs ?? Number.POSITIVE_INFINITY;
    return sites.filter((site) => !isJob(site)).map((site) => ({ monitor, site, locations, fromMs, toMs }));
  });
}

export function periodsOf(world: World, { site, locations }: Watch): Period[] {
  const outages = world.sites.outages.filter((each) => each.site === site);
  const ends = [...new Set([world.timeline.startMs, ...outages.flatMap(({ fromMs, toMs }) => [fromMs, toMs])])].sort(
    (a, b) => a - b,
  );
  const periods: Period[] = [];
  for (const [index, fromMs] of ends.entries()) {
    const toMs = ends[index + 1] ?? Number.POSITIVE_INFINITY;
    const failing = locations.filter((location) => world.sites.outageAt(site, location, fromMs)).length;
    const isDown = failing * 2 > locations.length;
    if (failing > 0 && !isDown) continue;
    const last = periods.at(-1);
    if (last && last.isDown === isDown && last.toMs === fromMs) last.toMs = toMs;
    else periods.push({ fromMs, toMs, isDown });
  }
  return periods;
}
