import { MINUTE_MS } from '@farwatch/core/values/time';
import { T0, type World } from '../world.ts';
import { documentsOf, type Finding, formatTime, siteOf } from './observations.ts';

/** The age that a check may have when an alert reports its result. */
const OLDEST_CHECK_MS = 25 * MINUTE_MS;

type SentAlert = ReturnType<typeof sentAlerts>[number];

function sentAlerts(world: World) {
  return [...documentsOf(world, 'alerts').values()].filter(({ state }) => state === 'sent');
}

/**
 * No alert without an outage: if an endpoint was reported down, some location saw it fail recently, and more locations
 * did than certainly saw it up all the time.
 */
export function checkFalseAlerts(world: World): Finding[] {
  return sentAlerts(world).flatMap((alert) =>
    alert.kind === 'outage' || alert.kind === 'partial' ? checkFalseAlert(world, alert) : [],
  );
}

function checkFalseAlert(world: World, { kind, values, createdAt, ownerId }: SentAlert): Finding[] {
  const site = siteOf(values.url);
  const interval = world.scenario.owners.find(({ uid }) => uid === ownerId)?.intervalMin ?? 60;
  const fromMs = createdAt - OLDEST_CHECK_MS;
  const hasFailed = (location: string) =>
    world.sites.outages.some(
      ({ site: each, how, locations, fromMs: from, toMs }) =>
        each === site && how !== 'slow' && locations.includes(location) && from < createdAt && toMs > fromMs,
    );
  const failing = values.locations.filter(hasFailed);
  const surelyUp = watchedFrom(world, site, createdAt).filter(
    (location) => !hasFailed(location) && isHealthy(world, location, createdAt, interval),
  );
  const isPartial = kind === 'partial' && failing.length > 0;
  if (isPartial || failing.length > surelyUp.length || (failing.length > 0 && surelyUp.length === 0)) return [];
  const reported = `${failing.join() || 'none'} of ${values.locations.join()} failed`;
  const what = `${site} at ${formatTime(createdAt)}: ${reported}, ${surelyUp.join()} did not`;
  return [{ rule: 'no alert without an outage', what }];
}

/** The locations from which the site was watched at that time, by any monitor. */
function watchedFrom(world: World, site: string, atMs: number): string[] {
  // If several monitors watch one site, the alert may be about any of them: only their common locations count.
  const [first = [], ...others] = locationsByMonitor(world, site, atMs);
  return first.filter((location) => others.every((each) => each.includes(location)));
}

/** The locations of each monitor that watches the site at that time. */
function locationsByMonitor({ edits }: World, site: string, atMs: number): string[][] {
  const last = new Map<number, string[]>();
  for (const edit of edits) {
    if (edit.atMs <= atMs) last.set(edit.monitor, edit.sites.includes(site) ? edit.locations : []);
  }
  return [...last.values()].filter((locations) => locations.length > 0);
}

/** Whether the location's agents had no fault for so long that its vote certainly counted. */
function isHealthy(world: World, location: string, atMs: number, intervalMin: number): boolean {
  const sinceMs = atMs - (intervalMin + 20) * MINUTE_MS;
  if (sinceMs < T0) return false;
  const isEdited = world.edits.some((edit) => edit.atMs > sinceMs && edit.atMs <= atMs);
  return !isEdited && world.scenario.chaos < 1 && !faultyLocations(world, sinceMs, atMs).has(location);
}

/**
 * No false recovery: if an endpoint was reported up again, it was up at a location that had seen it down, or at one
 * whose agents had a fault and could not report it earlier.
 */
export function checkFalseRecoveries(world: World): Finding[] {
  return sentAlerts(world).flatMap((alert): Finding[] => {
    const { kind, outage, createdAt, values, ownerId } = alert;
    if (kind !== 'recovery' || outage === 0) return [];
    const fromMs = values.occurredAt - (values.durationMs ?? 0);
    if (wasEdited(world, ownerId, fromMs, createdAt) || hasRecovered(world, alert, fromMs)) return [];
    if (isUpAtFaultyLocation(world, alert, fromMs)) return [];
    const since = `down since ${formatTime(fromMs)} at ${values.locations.join()}`;
    return [{ rule: 'no false recovery', what: `${siteOf(values.url)} at ${formatTime(createdAt)}, ${since}` }];
  });
}

function hasRecovered({ sites }: World, { values, createdAt }: SentAlert, fromMs: number): boolean {
  const site = siteOf(values.url);
  return values.locations.some((location) => {
    if (!sites.outageAt(site, location, createdAt)) return true;
    return sites.outages.some(
      ({ site: each, locations, toMs }) =>
        each === site && locations.includes(location) && toMs > fromMs && toMs <= createdAt,
    );
  });
}

function isUpAtFaultyLocation(world: World, { values, createdAt }: SentAlert, fromMs: number): boolean {
  const site = siteOf(values.url);
  const reported: readonly string[] = values.locations;
  const faulty = [...faultyLocations(world, fromMs - OLDEST_CHECK_MS, createdAt)];
  const watched = locationsByMonitor(world, site, createdAt).flat();
  return faulty.some(
    (location) =>
      !reported.includes(location) && watched.includes(location) && !world.sites.outageAt(site, location, createdAt),
  );
}

/** After an edit an endpoint can be up because the locations that see it fail no longer watch it. */
function wasEdited({ edits, scenario }: World, ownerId: string, fromMs: number, toMs: number): boolean {
  return edits.some(({ monitor, atMs }) => {
    const owner = scenario.owners[scenario.monitors[monitor]?.owner ?? -1];
    return owner?.uid === ownerId && atMs >= fromMs && atMs <= toMs;
  });
}

/** The locations where a machine had a fault in that time: all of them if the server had one. */
export function faultyLocations(world: World, fromMs: number, toMs: number): Set<string> {
  const { faults, hosts } = world.scenario;
  const faulty = new Set<string>();
  for (const fault of faults) {
    const [from, to] = [T0 + fault.atMs, T0 + fault.atMs + fault.forMs];
    if (from > toMs || to < fromMs) continue;
    if (fault.do === 'server-down' || fault.do === 'blackout') for (const each of hosts) faulty.add(each);
    if ('host' in fault) faulty.add(hosts[fault.host] ?? '');
  }
  return faulty;
}
