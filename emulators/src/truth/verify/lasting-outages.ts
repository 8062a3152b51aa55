import { MINUTE_MS } from '../scenario.ts';
import { T0, type World } from '../world.ts';
import { at } from './messages.ts';
import { documentsOf, type Finding, type StoredAlert, siteOf } from './observations.ts';
import { failingHosts } from './false-alerts.ts';

/** What is owed besides the interval: two checks of at most ten seconds, the report, the other locations, the hold. */
const OWED_MS = 75_000;
/** Trouble of that long before may still matter. */
const BEFORE_MS = 25 * MINUTE_MS;

/** A stretch in which most of an endpoint's locations fail, or none does. */
export type Stretch = { fromMs: number; toMs: number; isDown: boolean };
/** A site as a monitor watches it, and from when to when just so. */
export type Watch = { monitor: number; site: string; locations: string[]; fromMs: number; toMs: number };

/**
 * Where nothing but the site is in trouble: an outage that lasts longer than the interval and what is owed is told by
 * then, and so is its end.
 */
export function checkOutages(world: World): Finding[] {
  const findings: Finding[] = [];
  if (world.scenario.faults.some((fault) => fault.do === 'set-interval')) return findings;
  const alerts = [...documentsOf(world, 'alerts').values()];
  const names = new Map([...documentsOf(world, 'monitors')].map(([id]) => [id, world.monitorIds.indexOf(id)]));
  const monitorOf = new Map([...documentsOf(world, 'incidents')].map(([id, each]) => [id, names.get(each.monitorId)]));
  for (const watch of watchesOf(world)) {
    const plan = world.scenario.monitors[watch.monitor];
    const owner = world.scenario.owners[plan?.owner ?? 0];
    if (owner?.severity !== 'all' || owner.silenceMin > 0) continue;
    const own = alerts.filter(
      ({ incidentId, values }) =>
        incidentId !== null && monitorOf.get(incidentId) === watch.monitor && siteOf(values.url) === watch.site,
    );
    const dueMs = owner.intervalMin * MINUTE_MS + OWED_MS;
    for (const stretch of stretchesOf(world, watch)) {
      if (!isClear(world, watch, stretch, dueMs)) continue;
      const told = notifiedAt(own, stretch.fromMs + dueMs);
      const isNotified = stretch.isDown ? told?.kind === 'outage' : told?.kind !== 'outage';
      if (!isNotified) findings.push({ rule: 'what lasts is told', what: inWords(watch, stretch) });
    }
  }
  return findings;
}

export function inWords({ site, monitor }: Watch, { fromMs, toMs, isDown }: Stretch): string {
  return `${site} of monitor ${monitor} is ${isDown ? 'down' : 'up'} from ${at(fromMs)} to ${at(toMs)}`;
}

/** The last that was said of an outage until then. */
function notifiedAt(alerts: readonly StoredAlert[], atMs: number): StoredAlert | undefined {
  const said = alerts.filter(
    ({ kind, createdAt, state, outage }) =>
      (kind === 'outage' || (kind === 'recovery' && outage !== 0)) && state === 'sent' && createdAt <= atMs,
  );
  return said.sort((a, b) => a.createdAt - b.createdAt).at(-1);
}

function isClear(world: World, watch: Watch, stretch: Stretch, dueMs: number): boolean {
  const [sinceMs, untilMs] = [stretch.fromMs - BEFORE_MS, stretch.fromMs + dueMs];
  return stretch.toMs >= untilMs + MINUTE_MS && isQuiet(world, watch, sinceMs, untilMs);
}

/** Whether a monitor watched all that time without a change, and nothing but sites was in trouble. */
export function isQuiet(world: World, { locations, fromMs, toMs }: Watch, sinceMs: number, untilMs: number): boolean {
  if (fromMs > sinceMs || toMs < untilMs || sinceMs < T0) return false;
  const { chaos, faults } = world.scenario;
  if (untilMs > world.timeline.nowMs) return false;
  const isQuietChat = faults.every(
    (fault) => fault.do !== 'chat' || T0 + fault.atMs > untilMs || T0 + fault.atMs + fault.forMs < sinceMs,
  );
  const troubled = failingHosts(world, sinceMs, untilMs);
  return chaos === 0 && isQuietChat && locations.every((location) => !troubled.has(location));
}

export function watchesOf(world: World): Watch[] {
  const { edits } = world;
  return edits.flatMap((edit, index) => {
    const next = edits.slice(index + 1).find(({ monitor }) => monitor === edit.monitor);
    const { monitor, sites, locations, atMs: fromMs } = edit;
    return sites.map((site) => ({ monitor, site, locations, fromMs, toMs: next?.atMs ?? Number.POSITIVE_INFINITY }));
  });
}

export function stretchesOf(world: World, { site, locations }: Watch): Stretch[] {
  const outages = world.sites.outages.filter((each) => each.site === site);
  const ends = [...new Set([T0, ...outages.flatMap(({ fromMs, toMs }) => [fromMs, toMs])])].sort((a, b) => a - b);
  const stretches: Stretch[] = [];
  for (const [index, fromMs] of ends.entries()) {
    const toMs = ends[index + 1] ?? Number.POSITIVE_INFINITY;
    const failing = locations.filter((location) => world.sites.outageAt(site, location, fromMs)).length;
    const isDown = failing * 2 > locations.length ? true : failing === 0 ? false : null;
    const last = stretches.at(-1);
    if (isDown === null) continue;
    if (last && last.isDown === isDown && last.toMs === fromMs) last.toMs = toMs;
    else stretches.push({ fromMs, toMs, isDown });
  }
  return stretches;
}
