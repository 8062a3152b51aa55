import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { INTERVALS_MIN } from '@farwatch/core/values/limits';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { MINUTE_MS } from '@farwatch/core/values/time';
import type { Random } from '../../platform/random.ts';
import { CALM_MS, type Fault, type MonitorPlan, type Scenario, STABLE_MS } from '../scenario.ts';
import { siteName } from '../sites.ts';

const SITES = 3;
/** The faulty period in longest intervals, so that each owner has some outages. */
const INTERVALS = 8;
const SHORTEST_MS = 30_000;
/** The time, beyond an interval, that a site is up after an outage, so that the next one is measured separately. */
const REST_MS = 10 * MINUTE_MS;

/** A world of two owners with different intervals, in which sites fail again and again and nothing else has a fault. */
export function measuringScenario(seed: number, random: Random): Scenario {
  const first = random.between(0, INTERVALS_MIN.length - 1);
  const intervals = [0, random.between(1, INTERVALS_MIN.length - 1)].map(
    (step) => INTERVALS_MIN[(first + step) % INTERVALS_MIN.length] ?? INTERVALS_MIN[0],
  );
  const owners = intervals.map((intervalMin, index) => ({
    uid: `owner${index}`,
    intervalMin,
    severity: 'all',
    silenceMin: 0,
    timing: IMMEDIATE,
  }));
  const monitors = owners.map((_, owner): MonitorPlan => {
    const locations = LOCATION_CODES.slice(0, random.between(1, LOCATION_CODES.length)).sort();
    return { owner, locations, sites: Array.from({ length: SITES }, (_, index) => siteName(owner * SITES + index)) };
  });
  const faultsEndMs = STABLE_MS + INTERVALS * Math.max(...intervals) * MINUTE_MS;
  const faults = monitors.flatMap(({ owner, sites }) =>
    sites.flatMap((site) => outages(random, site, (intervals[owner] ?? 0) * MINUTE_MS, faultsEndMs)),
  );
  const hosts = LOCATION_CODES.filter((code) => monitors.some(({ locations }) => locations.includes(code)));
  return { seed, hosts, owners, monitors, channels: [], chaos: 0, faults, endMs: faultsEndMs + CALM_MS };
}

function outages(random: Random, site: string, intervalMs: number, untilMs: number): Fault[] {
  const faults: Fault[] = [];
  for (let atMs = STABLE_MS + intervalMs + REST_MS; ; ) {
    atMs += random.between(0, intervalMs);
    const forMs = random.spread(SHORTEST_MS, 3 * intervalMs);
    if (atMs + forMs > untilMs) return faults;
    const how = random.pick(['status', 'refused', 'timeout'] as const);
    faults.push({ atMs, forMs, do: 'outage', site, locations: [...LOCATION_CODES], how });
    atMs += forMs + intervalMs + REST_MS;
  }
}
