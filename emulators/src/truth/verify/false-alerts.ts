import { MINUTE_MS } from '@farwatch/core/values/time';
import type { Fault } from '../scenario.ts';
import { isJob } from '../site-checks.ts';
import type { World } from '../world.ts';
import { type Announcement, announcementsOf } from './announcements.ts';
import { type Finding, formatTime } from './observations.ts';

/** The age that a check may have when its result changes a status. */
const OLDEST_CHECK_MS = 25 * MINUTE_MS;

/**
 * No alert without an outage: if an endpoint was reported down, some location saw it fail recently, and more locations
 * did than certainly saw it up all the time.
 */
export function checkFalseAlerts(world: World): Finding[] {
  return announcementsOf(world).flatMap((each) => {
    // Heartbeats have rules of their own (heartbeats.ts).
    return each.kind === 'recovery' || isJob(each.site) ? [] : checkFalseAlert(world, each);
  });
}

function checkFalseAlert(world: World, { kind, values, atMs, site, ownerId }: Announcement): Finding[] {
  const interval = world.scenario.owners.find(({ uid }) => uid === ownerId)?.intervalMin ?? 60;
  const fromMs = values.occurredAt - (values.durationMs ?? 0) - OLDEST_CHECK_MS;
  const hasFailed = (location: string) =>
    world.sites.outages.some(
      ({ site: each, how, locations, fromMs: from, toMs }) =>
        each === site && how !== 'slow' && locations.includes(location) && from < atMs && toMs > fromMs,
    );
  const failing = values.locations.filter(hasFailed);
  const surelyUp = watchedFrom(world, site, fromMs + OLDEST_CHECK_MS).filter(
    (location) => !hasFailed(location) && isHealthy(world, location, { fromMs, toMs: atMs }, interval),
  );
  // A place that loses packets may fail alone.
  const isPartial = kind === 'partial' && (failing.length > 0 || values.locations.some((each) => isLossy(world, each)));
  if (isPartial || failing.length > surelyUp.length || (failing.length > 0 && surelyUp.length === 0)) return [];
  const reported = `${failing.join() || 'none'} of ${values.locations.join()} failed`;
  const what = `${site} at ${formatTime(atMs)}: ${reported}, ${surelyUp.join()} did not`;
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
function isHealthy(
  world: World,
  location: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  intervalMin: number,
): boolean {
  const sinceMs = fromMs - intervalMin * MINUTE_MS;
  if (sinceMs < world.timeline.startMs) return false;
  const isEdited = world.edits.some((edit) => edit.atMs > sinceMs && edit.atMs <= toMs);
  return !isEdited && world.scenario.chaos < 1 && !faultyLocations(world, sinceMs, toMs).has(location);
}

/**
 * No false recovery: if an endpoint was reported up again, it was up at a location that had seen it down, or at one
 * whose agents had a fault and could not report it earlier.
 */
export function checkFalseRecoveries(world: World): Finding[] {
  return announcementsOf(world).flatMap((each): Finding[] => {
    const { kind, outage, atMs, values, site, ownerId } = each;
    // A message about a new outage only reports that the one before has ended.
    if (kind !== 'recovery' || isJob(site) || outage === 0 || values.durationMs === null) return [];
    const fromMs = values.occurredAt - (values.durationMs ?? 0);
    if (wasEdited(world, ownerId, fromMs, atMs) || hasRecovered(world, each, fromMs)) return [];
    if (isUpAtFaultyLocation(world, each, fromMs)) return [];
    const since = `down since ${formatTime(fromMs)} at ${values.locations.join()}`;
    return [{ rule: 'no false recovery', what: `${site} at ${formatTime(atMs)}, ${since}` }];
  });
}

function hasRecovered({ sites }: World, { values, site, atMs }: Announcement, fromMs: number): boolean {
  return values.locations.some((location) => {
    if (!sites.outageAt(site, location, atMs)) return true;
    return sites.outages.some(
      ({ site: each, locations, toMs }) =>
        each === site && locations.includes(location) && toMs > fromMs && toMs <= atMs,
    );
  });
}

function isUpAtFaultyLocation(world: World, { values, site, atMs }: Announcement, fromMs: number): boolean {
  const reported: readonly string[] = values.locations;
  const faulty = [...faultyLocations(world, fromMs - OLDEST_CHECK_MS, atMs)];
  const watched = locationsByMonitor(world, site, atMs).flat();
  return faulty.some(
    (location) =>
      !reported.includes(location) && watched.includes(location) && !world.sites.outageAt(site, location, atMs),
  );
}

/** After an edit an endpoint can be up because the locations that see it fail no longer watch it. */
function wasEdited({ edits, scenario }: World, ownerId: string, fromMs: number, toMs: number): boolean {
  return edits.some(({ monitor, atMs }) => {
    const owner = scenario.owners[scenario.monitors[monitor]?.owner ?? -1];
    return owner?.uid === ownerId && atMs >= fromMs && atMs <= toMs;
  });
}

function losesPackets(fault: Fault): boolean {
  return fault.do === 'network' && fault.network === 'lossy';
}

/** Whether a machine at that location ever loses packets. */
export function isLossy({ scenario: { faults, hosts } }: World, location: string): boolean {
  return faults.some((fault) => losesPackets(fault) && 'host' in fault && hosts[fault.host] === location);
}

/** The locations where a machine had a fault in that time, besides lost packets: all of them if the server had one. */
export function faultyLocations(world: World, fromMs: number, toMs: number): Set<string> {
  const { faults, hosts } = world.scenario;
  const { startMs } = world.timeline;
  const faulty = new Set<string>();
  for (const fault of faults) {
    const [from, to] = [startMs + fault.atMs, startMs + fault.atMs + fault.forMs];
    if (from > toMs || to < fromMs) continue;
    if (fault.do === 'server-down' || fault.do === 'blackout') for (const each of hosts) faulty.add(each);
    if ('host' in fault && !losesPackets(fault)) faulty.add(hosts[fault.host] ?? '');
  }
  return faulty;
}
