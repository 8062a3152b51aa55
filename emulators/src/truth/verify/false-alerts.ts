import { MINUTE_MS } from '../scenario.ts';
import { T0, type World } from '../world.ts';
import { at } from './messages.ts';
import { documentsOf, type Finding, type StoredAlert, siteOf } from './observations.ts';

/** A check may be this old when what it saw is told. */
const OLDEST_MS = 25 * MINUTE_MS;

/**
 * No page without an outage: where an endpoint was told to be down, some location saw it fail lately, and more did than
 * surely saw it up all the time.
 */
export function checkPages(world: World): Finding[] {
  return [...documentsOf(world, 'alerts').values()].flatMap((alert) => {
    if ((alert.kind !== 'outage' && alert.kind !== 'partial') || alert.state !== 'sent') return [];
    return checkPage(world, alert);
  });
}

function checkPage(world: World, { kind, values, createdAt, ownerId }: StoredAlert): Finding[] {
  const site = siteOf(values.url);
  const interval = world.scenario.owners.find(({ uid }) => uid === ownerId)?.intervalMin ?? 60;
  const fromMs = createdAt - OLDEST_MS;
  const saw = (location: string) =>
    world.sites.outages.some(
      ({ site: each, how, locations, fromMs: from, toMs }) =>
        each === site && how !== 'slow' && locations.includes(location) && from < createdAt && toMs > fromMs,
    );
  const watched = watchedFrom(world, site, createdAt);
  const saying = values.locations.filter(saw);
  const steady = watched.filter((location) => !saw(location) && isSteady(world, location, createdAt, interval));
  const isPartial = kind === 'partial' && saying.length > 0;
  const isTrue = isPartial || saying.length > steady.length || (saying.length > 0 && steady.length === 0);
  if (isTrue) return [];
  const what = `${site} at ${at(createdAt)}: ${saying.join() || 'none'} failed of ${values.locations.join()}, ${steady.join()} did not`;
  return [{ rule: 'no page without an outage', what }];
}

/** Where an owner had this site watched from at that moment, in any of the monitors. */
function watchedFrom(world: World, site: string, atMs: number): string[] {
  const all = watchesOf(world, site, atMs);
  // With several monitors of one site it is not known which was told: then only what all have counts.
  const [first = [], ...others] = all;
  return first.filter((location) => others.every((each) => each.includes(location)));
}

/** The locations of each monitor that watches the site at that moment. */
function watchesOf({ edits }: World, site: string, atMs: number): string[][] {
  const last = new Map<number, string[]>();
  for (const edit of edits) {
    if (edit.atMs > atMs) continue;
    last.set(edit.monitor, edit.sites.includes(site) ? edit.locations : []);
  }
  return [...last.values()].filter((locations) => locations.length > 0);
}

/** Whether the location's agents were well all that time, so that its vote surely counted. */
function isSteady(world: World, location: string, atMs: number, intervalMin: number): boolean {
  const sinceMs = atMs - (intervalMin + 20) * MINUTE_MS;
  if (sinceMs < T0) return false;
  const isLate = world.edits.some((edit) => edit.atMs > sinceMs && edit.atMs <= atMs);
  return !isLate && world.scenario.chaos < 1 && !failingHosts(world, sinceMs, atMs).has(location);
}

/**
 * No recovery without one: where an endpoint was told to be up again, it was so at a location that had seen it down, or at
 * one whose agents were in trouble and could not say so before.
 */
export function checkRecoveries(world: World): Finding[] {
  return [...documentsOf(world, 'alerts').values()].flatMap((alert) => {
    const { kind, outage, state, createdAt, values, ownerId } = alert;
    if (kind !== 'recovery' || outage === 0 || state !== 'sent') return [];
    const fromMs = values.occurredAt - (values.durationMs ?? 0);
    if (wasEdited(world, ownerId, fromMs, createdAt) || sawItUp(world, alert, fromMs)) return [];
    if (isUpWhereTroubled(world, alert, fromMs)) return [];
    const what = `${siteOf(values.url)} at ${at(createdAt)}, down since ${at(fromMs)} at ${values.locations.join()}`;
    return [{ rule: 'no recovery without one', what }];
  });
}

function sawItUp({ sites }: World, { values, createdAt }: StoredAlert, fromMs: number): boolean {
  const site = siteOf(values.url);
  return values.locations.some((location) => {
    if (!sites.outageAt(site, location, createdAt)) return true;
    return sites.outages.some(
      ({ site: each, locations, toMs }) =>
        each === site && locations.includes(location) && toMs > fromMs && toMs <= createdAt,
    );
  });
}

function isUpWhereTroubled(world: World, { values, createdAt }: StoredAlert, fromMs: number): boolean {
  const site = siteOf(values.url);
  const troubled = failingHosts(world, fromMs - OLDEST_MS, createdAt);
  const silent = [...troubled].filter((location) => !values.locations.includes(location));
  const watched = watchesOf(world, site, createdAt).flat();
  return silent.some((location) => watched.includes(location) && !world.sites.outageAt(site, location, createdAt));
}

/** Who no longer watches from where it fails is told that it is up elsewhere. */
function wasEdited({ edits, scenario }: World, ownerId: string, fromMs: number, toMs: number): boolean {
  return edits.some(({ monitor, atMs }) => {
    const owner = scenario.owners[scenario.monitors[monitor]?.owner ?? -1];
    return owner?.uid === ownerId && atMs >= fromMs && atMs <= toMs;
  });
}

/** The locations with a machine, or the server for all of them, in trouble in that time. */
export function failingHosts(world: World, fromMs: number, toMs: number): Set<string> {
  const { faults, hosts } = world.scenario;
  const troubled = new Set<string>();
  for (const fault of faults) {
    const [from, to] = [T0 + fault.atMs, T0 + fault.atMs + fault.forMs];
    if (from > toMs || to < fromMs) continue;
    if (fault.do === 'server-away' || fault.do === 'blackout') for (const each of hosts) troubled.add(each);
    if ('host' in fault) troubled.add(hosts[fault.host] ?? '');
  }
  return troubled;
}
