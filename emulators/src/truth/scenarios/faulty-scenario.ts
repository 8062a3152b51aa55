import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { Random } from '../../platform/random.ts';
import {
  CALM_MS,
  type ChannelPlan,
  type Fault,
  FOREVER_MS,
  type MonitorPlan,
  type OwnerPlan,
  type Scenario,
  STABLE_MS,
} from '../scenario.ts';
import { siteName } from '../sites.ts';

const LONGEST_MS = 2 * HOUR_MS;

/** A world in which faults of all kinds overlap. */
export function faultyScenario(seed: number, random: Random): Scenario {
  const owners = Array.from({ length: random.between(1, 2) }, (_, index) => ownerPlan(random, index));
  const monitors = Array.from({ length: random.between(1, 3) }, () => ({
    owner: random.between(0, owners.length - 1),
    locations: randomLocations(random),
    sites: randomSites(random),
  }));
  const faultyMs = random.spread(20 * MINUTE_MS, LONGEST_MS);
  const chaos = random.pick([0, 0, 0.3, 1]);
  const kinds = random.pick([['outage'], ['outage', 'host'], ['outage', 'host', 'server'], ALL_KINDS] as const);
  // Agents at locations without monitors cost time and find nothing. Edits may add any location.
  const codes = LOCATION_CODES.filter(
    (code) => kinds === ALL_KINDS || monitors.some(({ locations }) => locations.includes(code)),
  );
  const hosts = codes.flatMap((code) => (random.chance(0.25) ? [code, code] : [code]));
  const density = random.spread(3, 40);
  const count = Math.max(1, Math.round((density * faultyMs) / HOUR_MS));
  const faults: Fault[] = [];
  while (faults.length < count) {
    const atMs = randomStart(random, faults, faultyMs);
    const around = { atMs, leftMs: STABLE_MS + faultyMs - atMs, hosts, monitors };
    faults.push(...randomFaults(random, random.pick(kinds), around));
    const overlapping = duringOutage(random, faults, hosts.length, STABLE_MS + faultyMs);
    if (overlapping && random.chance(0.3)) faults.push(overlapping);
  }
  if (random.chance(0.15)) faults.push(...deadLocation(random, hosts, faultyMs));
  if (random.chance(0.2)) faults.push(...flakyNetwork(random, hosts, faultyMs));
  if (kinds === ALL_KINDS && random.chance(0.5)) faults.push(...missedEdit(random, { hosts, monitors, faultyMs }));
  const channels = owners.flatMap((_, owner) => channelPlans(random, owner, faultyMs));
  for (const { id } of channels) {
    for (const fault of faults) if (fault.do === 'chat' && random.chance(0.4)) fault.channel = id;
  }
  const endMs = STABLE_MS + faultyMs + CALM_MS;
  return { seed, hosts, owners, monitors, channels, chaos, faults: faults.sort((a, b) => a.atMs - b.atMs), endMs };
}

const ALL_KINDS = ['outage', 'outage', 'flapping', 'host', 'server', 'chat', 'edit', 'edit', 'replace'] as const;

/** Any time, or one close to the start or end of another fault: faults that overlap find more. */
function randomStart(random: Random, faults: readonly Fault[], faultyMs: number): number {
  if (faults.length === 0 || random.chance(0.5)) return STABLE_MS + random.between(0, faultyMs);
  const { atMs, forMs } = random.pick(faults);
  const nearMs = (random.chance(0.5) ? atMs : atMs + forMs) + random.pick([-1, 1]) * random.spread(50, 5 * MINUTE_MS);
  return Math.min(STABLE_MS + faultyMs, Math.max(STABLE_MS, Math.round(nearMs)));
}

function ownerPlan(random: Random, index: number): OwnerPlan {
  const isPlain = index === 0;
  return {
    uid: `owner${index}`,
    intervalMin: random.pick([10, 10, 15, 30]),
    severity: isPlain ? 'all' : random.pick(['all', 'medium', 'high', 'critical']),
    silenceMin: isPlain ? 0 : random.pick([0, 15, 60]),
    timing: IMMEDIATE,
  };
}

/** Half of the owners have other channels: always, from some time on, or for a time. They are renamed halfway. */
function channelPlans(random: Random, owner: number, faultyMs: number): ChannelPlan[] {
  return Array.from({ length: random.pick([0, 0, 1, 2]) }, (_, index) => {
    const isSteady = random.chance(0.4);
    const atMs = isSteady ? 0 : STABLE_MS + random.between(0, Math.round(faultyMs));
    const forMs = isSteady || random.chance(0.5) ? FOREVER_MS : random.spread(10_000, LONGEST_MS);
    const severity = random.pick([null, 'all', 'high', 'critical']);
    const renamedAtMs = STABLE_MS + Math.round(faultyMs / 2);
    const events = null;
    return { id: `owner${owner}x${index}`, owner, severity, events, timing: IMMEDIATE, atMs, forMs, renamedAtMs };
  });
}

function randomLocations(random: Random): string[] {
  const all = [...LOCATION_CODES];
  const size = random.pick([1, 1, 2, 3, 3]);
  const first = random.between(0, all.length - 1);
  return [...all.slice(first), ...all.slice(0, first)].slice(0, size).sort();
}

function randomSites(random: Random): string[] {
  const first = random.between(0, 3);
  return Array.from({ length: random.between(1, 4) }, (_, index) => siteName(first + index));
}

type Around = { atMs: number; leftMs: number; hosts: readonly string[]; monitors: readonly MonitorPlan[] };

type Setting = { hosts: readonly string[]; monitors: readonly MonitorPlan[]; faultyMs: number };

/** Fails the old URL after a short loss of the network, because machines may miss that a URL was edited. */
function missedEdit(random: Random, { hosts, monitors, faultyMs }: Setting): Fault[] {
  const monitor = random.between(0, monitors.length - 1);
  const { sites = [], locations = [] } = monitors[monitor] ?? {};
  const [site = siteName(0)] = sites;
  const fromMs = STABLE_MS + random.between(0, Math.round(faultyMs / 4));
  const newSites = sites.map((_, index) => siteName(index + 7));
  const forMs = Math.min(faultyMs / 2, 16 * MINUTE_MS);
  return [
    ...hosts.map((_, host): Fault => ({ atMs: fromMs, forMs: 2_000, do: 'network', host, network: 'cut' })),
    { atMs: fromMs + 30_000, forMs: 0, do: 'edit', monitor, locations, sites: newSites, keepsIds: true },
    { atMs: fromMs + MINUTE_MS, forMs, do: 'outage', site, locations: [...LOCATION_CODES], how: 'status' },
  ];
}

/** All machines of a location die, and none comes back. */
function deadLocation(random: Random, hosts: readonly string[], faultyMs: number): Fault[] {
  const location = random.pick(hosts);
  const atMs = STABLE_MS + random.between(0, faultyMs);
  return hosts.flatMap((each, host) => (each === location ? [{ atMs, forMs: FOREVER_MS, do: 'kill', host }] : []));
}

/**
 * A machine that loses its network for seconds again and again, as with weak Wi-Fi: for any time, or for about as long
 * as a check and its repetition take, so that both fail for the same reason.
 */
function flakyNetwork(random: Random, hosts: readonly string[], faultyMs: number): Fault[] {
  const host = random.between(0, hosts.length - 1);
  const isOfTwoChecks = random.chance(0.5);
  const network = isOfTwoChecks ? 'silent' : random.pick(['cut', 'silent', 'captive'] as const);
  const everyMs = isOfTwoChecks ? random.between(15_000, 40_000) : random.spread(10_000, 2 * MINUTE_MS);
  const fromMs = STABLE_MS + random.between(0, Math.round(faultyMs / 2));
  const count = Math.floor(Math.min(faultyMs / 2, 30 * MINUTE_MS) / everyMs);
  return Array.from({ length: count }, (_, index): Fault => {
    const forMs = isOfTwoChecks
      ? random.between(6_500, 10_000)
      : random.between(500, Math.min(9_000, Math.round(everyMs / 2)));
    return { atMs: Math.round(fromMs + index * everyMs), forMs, do: 'network', host, network };
  });
}

/** A fault of a machine during an outage, often past its end: what the machine knew is old when it is back. */
function duringOutage(random: Random, faults: readonly Fault[], hosts: number, untilMs: number): Fault | null {
  const outages = faults.filter((fault) => fault.do === 'outage');
  if (outages.length === 0) return null;
  const { atMs, forMs } = random.pick(outages);
  const lengthMs = Math.min(forMs, 30 * MINUTE_MS);
  const fromMs = atMs + random.between(0, lengthMs);
  const toMs = Math.min(untilMs, atMs + lengthMs + random.spread(100, 45 * MINUTE_MS));
  if (toMs <= fromMs) return null;
  const within = () => toMs - fromMs;
  return randomHostFault(random, { atMs: fromMs, host: random.between(0, hosts - 1), within });
}

/** A flapping site is many faults, everything else is one. */
function randomFaults(random: Random, kind: (typeof ALL_KINDS)[number], around: Around): Fault[] {
  if (kind !== 'flapping') return [randomFault(random, kind, around)];
  const everyMs = random.spread(10_000, 20 * MINUTE_MS);
  const count = Math.min(random.between(2, 12), Math.floor(around.leftMs / everyMs));
  const first = randomOutage(random, around.atMs, around.leftMs);
  return Array.from({ length: count }, (_, index) => ({
    ...first,
    atMs: around.atMs + index * everyMs,
    forMs: Math.round(everyMs * (0.2 + 0.6 * random.next())),
  }));
}

function randomFault(random: Random, kind: Exclude<(typeof ALL_KINDS)[number], 'flapping'>, around: Around): Fault {
  const { atMs, leftMs, hosts, monitors } = around;
  const within = (fromMs: number, toMs: number) => Math.min(leftMs, random.spread(fromMs, toMs));
  const host = random.between(0, hosts.length - 1);
  switch (kind) {
    case 'outage':
      return randomOutage(random, atMs, leftMs);
    case 'host':
      return randomHostFault(random, { atMs, host, within });
    case 'server':
      if (random.chance(0.3)) return { atMs, forMs: within(MINUTE_MS, 60 * MINUTE_MS), do: 'blackout' };
      return { atMs, forMs: within(5_000, 40 * MINUTE_MS), do: 'server-down' };
    case 'chat': {
      const mode = random.pick(['limited', 'failing', 'hanging', 'forgetful'] as const);
      return { atMs, forMs: within(5_000, 20 * MINUTE_MS), do: 'chat', mode, channel: 'telegram' };
    }
    case 'edit': {
      const monitor = random.between(0, monitors.length - 1);
      const owner = monitors[monitor]?.owner ?? 0;
      if (random.chance(0.2))
        return { atMs, forMs: 0, do: 'set-interval', owner, intervalMin: random.pick([10, 15, 30]) };
      const change = { locations: randomLocations(random), sites: randomSites(random), keepsIds: random.chance(0.7) };
      return { atMs, forMs: 0, do: 'edit', monitor, ...change };
    }
    case 'replace':
      return {
        atMs,
        forMs: within(MINUTE_MS, 30 * MINUTE_MS),
        do: random.pick(['replace-agent', 'reset-agent'] as const),
        host,
      };
  }
}

function randomOutage(random: Random, atMs: number, leftMs: number): Fault {
  const all = [...LOCATION_CODES];
  const locations = random.chance(0.6) ? all : randomLocations(random);
  const isEndless = random.chance(0.2);
  const forMs = isEndless ? FOREVER_MS : Math.min(leftMs, random.spread(5_000, 120 * MINUTE_MS));
  const how = random.pick(['status', 'refused', 'timeout', 'slow', 'assertion'] as const);
  return { atMs, forMs, do: 'outage', site: siteName(random.between(0, 6)), locations, how };
}

const HOST_FAULTS = ['network', 'network', 'kill', 'power-cut', 'stop', 'sleep', 'disk-full', 'set-clock'] as const;

type Within = (fromMs: number, toMs: number) => number;

function randomHostFault(
  random: Random,
  { atMs, host, within }: { atMs: number; host: number; within: Within },
): Fault {
  const what = random.pick(HOST_FAULTS);
  const forMs = within(1_000, 60 * MINUTE_MS);
  if (what === 'kill' && random.chance(0.5)) return { atMs, forMs: FOREVER_MS, do: what, host };
  if (what === 'network') {
    const network = random.pick(['cut', 'silent', 'captive', 'walled'] as const);
    return { atMs, forMs, do: 'network', host, network };
  }
  if (what === 'set-clock') {
    const offsetMs = random.pick([-1, 1]) * random.spread(1_000, 26 * HOUR_MS);
    return { atMs, forMs, do: 'set-clock', host, offsetMs };
  }
  return { atMs, forMs, do: what, host };
}
