import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { Random } from '../../platform/random.ts';
import { CALM_MS, type Fault, type Scenario, STABLE_MS } from '../scenario.ts';
import { siteName } from '../sites.ts';
import { T0 } from '../start.ts';

const HOSTS = [...LOCATION_CODES];
/** A week reaches the next month. */
const DAYS = [2, 2, 3, 7];

/**
 * A world of some days, each built into the history while it runs, with what makes a day hard to build: outages,
 * maintenance and pauses over midnight, checks that arrive when their day is built, maintenance corrected later.
 */
export function severalDaysScenario(seed: number, random: Random): Scenario {
  const untilMs = random.pick(DAYS) * DAY_MS + random.between(3 * HOUR_MS, 6 * HOUR_MS);
  const sites = [siteName(0), siteName(1), siteName(2)];
  const monitors = [
    { owner: 0, locations: HOSTS, sites: sites.slice(0, 2) },
    { owner: 0, locations: [random.pick(HOSTS)], sites: sites.slice(2) },
  ];
  const chaos = random.pick([0, 0, 0.3]);
  const faults = [
    ...sites.flatMap((site) => outages(random, site, untilMs)),
    ...HOSTS.flatMap((_, host) => lateReports(random, host, untilMs)),
    // With faults of the server it would be unknown whether a person's request has arrived.
    ...(chaos > 0 ? [] : [...work(random, untilMs), ...pauses(random, untilMs)]),
  ];
  return {
    seed,
    hosts: HOSTS,
    owners: [
      { uid: 'owner0', intervalMin: random.pick([10, 15, 30]), severity: 'all', silenceMin: 0, timing: IMMEDIATE },
    ],
    monitors,
    channels: [],
    chaos,
    faults: faults.sort((a, b) => a.atMs - b.atMs),
    endMs: untilMs + CALM_MS,
  };
}

/** A time of the world near one of its midnights. */
function nearMidnight(random: Random, untilMs: number): number {
  const midnights = Math.floor(untilMs / DAY_MS);
  return random.between(1, midnights) * DAY_MS + random.between(-3, 1) * HOUR_MS + random.between(0, HOUR_MS);
}

function outages(random: Random, site: string, untilMs: number): Fault[] {
  return Array.from({ length: random.between(2, 6) }, (_, index): Fault => {
    const atMs = index === 0 ? nearMidnight(random, untilMs) : random.between(STABLE_MS, untilMs);
    const forMs = Math.min(untilMs - atMs, random.spread(2 * MINUTE_MS, 10 * HOUR_MS));
    const locations = random.chance(0.6) ? HOSTS : [random.pick(HOSTS)];
    const how = random.pick(['status', 'refused', 'timeout', 'slow'] as const);
    return { atMs, forMs: Math.max(MINUTE_MS, forMs), do: 'outage', site, locations, how };
  });
}

/**
 * A machine checks on without reaching the server, or does nothing for hours. Checks that arrive late are built with the
 * next day (docs/documents.md, Days), so the last one is left alone.
 */
function lateReports(random: Random, host: number, untilMs: number): Fault[] {
  if (random.chance(0.4)) return [];
  const atMs = nearMidnight(random, untilMs - DAY_MS) - random.between(0, 2 * HOUR_MS);
  const forMs = random.between(HOUR_MS, 9 * HOUR_MS);
  if (random.chance(0.7)) return [{ atMs, forMs, do: 'network', host, network: 'walled' }];
  return [{ atMs, forMs, do: random.pick(['kill', 'sleep'] as const), host }];
}

/** Maintenance of a monitor or of all, whose end some owners correct when its day is already built. */
function work(random: Random, untilMs: number): Fault[] {
  return Array.from({ length: random.between(1, 3) }, (_, index): Fault[] => {
    const fromMs = Math.floor(Math.max(STABLE_MS, nearMidnight(random, untilMs)) / MINUTE_MS) * MINUTE_MS;
    const durationMin = random.spread(10, 5 * 60);
    const start = new Date(T0 + fromMs).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
    const window = { start, timeZone: 'UTC', durationMin, rule: null, fromMs: T0 + fromMs };
    const atMs = Math.max(STABLE_MS, fromMs - random.spread(1, HOUR_MS));
    const [owner, key] = [0, `work${index}`];
    const planned: Fault = { atMs, forMs: 0, do: 'maintain', owner, key, monitor: random.pick([null, 0, 1]), window };
    if (random.chance(0.4)) return [planned];
    const laterMs = random.between(fromMs + MINUTE_MS, Math.min(untilMs, fromMs + DAY_MS + 4 * HOUR_MS));
    const toMs = fromMs + random.spread(MINUTE_MS, 6 * HOUR_MS);
    return [planned, { atMs: laterMs, forMs: 0, do: 'end-maintenance', owner, key, toMs }];
  }).flat();
}

function pauses(random: Random, untilMs: number): Fault[] {
  return Array.from({ length: random.between(0, 2) }, (): Fault[] => {
    const monitor = random.between(0, 1);
    const atMs = Math.max(STABLE_MS, nearMidnight(random, untilMs));
    const paused: Fault = { atMs, forMs: 0, do: 'pause', monitor, site: null, forMin: null };
    return [
      paused,
      { atMs: atMs + random.spread(MINUTE_MS, 5 * HOUR_MS), forMs: 0, do: 'resume', monitor, site: null },
    ];
  }).flat();
}
