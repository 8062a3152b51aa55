import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { MINUTE_MS } from '@farwatch/core/values/time';
import type { Random } from '../../platform/random.ts';
import {
  CALM_MS,
  type ChannelPlan,
  type Fault,
  FOREVER_MS,
  type MonitorPlan,
  type Scenario,
  STABLE_MS,
  type WindowPlan,
} from '../scenario.ts';
import { siteName } from '../sites.ts';
import { faultyScenario } from './faulty-scenario.ts';
import { clearTime, localStart, randomTiming, type Setting, USUAL } from './timing-plan.ts';

/**
 * A world whose channels have delays, quiet hours and reminders, in which people acknowledge and snooze incidents,
 * announce maintenance, pause and resume, and have some monitors checked more often. Most have no other faults than outages, so that every message can be expected to the minute.
 */
export function peopleScenario(seed: number, random: Random, setting = USUAL): Scenario {
  const base = random.chance(0.2) ? faultyScenario(seed, random) : outagesScenario(seed, random);
  const untilMs = base.endMs - CALM_MS;
  const timed = <Plan extends object>(plan: Plan) => ({ ...plan, timing: randomTiming(random, untilMs, setting) });
  const actions = base.owners.flatMap((_, owner) => [
    ...outagesOf(base, owner).flatMap((outage) => randomActions(random, owner, outage, untilMs)),
    ...randomMaintenance(random, owner, outagesOf(base, owner), base.monitors, setting),
  ]);
  // With faults of the server it would be unknown whether a request to pause has arrived.
  const outages = base.faults.filter((fault) => fault.do === 'outage' && fault.atMs < untilMs);
  const pauses = base.chaos === 0 ? randomPauses(random, outages, base.monitors) : [];
  const faults = [...base.faults, ...actions, ...pauses].sort((a, b) => a.atMs - b.atMs);
  const monitors = base.monitors.map((plan) => ({ ...plan, intervalSec: random.pick([null, null, null, 30, 60]) }));
  const { startMs } = setting;
  return { ...base, startMs, monitors, faults, owners: base.owners.map(timed), channels: base.channels.map(timed) };
}

function outagesOf({ faults, monitors }: Scenario, owner: number): Fault[] {
  const watched = new Set(monitors.flatMap((monitor) => (monitor.owner === owner ? monitor.sites : [])));
  return faults.filter((fault) => fault.do === 'outage' && watched.has(fault.site));
}

/**
 * A world with one owner and channels of all kinds; sites fail one after the other, from more and more locations, or
 * flap.
 */
export function outagesScenario(seed: number, random: Random): Scenario {
  const hosts = LOCATION_CODES.slice(0, random.pick([1, 3, 3]));
  const sites = Array.from({ length: random.between(2, 4) }, (_, index) => siteName(index));
  const half = Math.ceil(sites.length / 2);
  const monitors = [sites.slice(0, half), sites.slice(half)].map((each) => ({
    owner: 0,
    locations: hosts,
    sites: each,
  }));
  const silenceMin = random.pick([0, 0, 0, 15]);
  const severity = random.pick(['all', 'all', 'medium', 'high']);
  const timing = randomTiming(random, 0);
  const faultyMs = random.between(40, 120) * MINUTE_MS;
  const channels = Array.from({ length: random.between(1, 3) }, (_, index): ChannelPlan => {
    const filter = random.pick([null, null, 'all', 'high', 'critical']);
    return {
      id: `owner0x${index}`,
      owner: 0,
      severity: filter,
      events: seed % 3 === 0 && index === 0 ? ['recovery'] : null,
      timing,
      atMs: 0,
      forMs: FOREVER_MS,
      renamedAtMs: STABLE_MS + Math.round(faultyMs / 2),
    };
  });
  const faults = sites.flatMap((site) => randomStories(random, site, hosts, STABLE_MS + faultyMs));
  const owners = [{ uid: 'owner0', intervalMin: 10, severity, silenceMin, timing }];
  return { seed, hosts, owners, monitors, channels, chaos: 0, faults, endMs: STABLE_MS + faultyMs + CALM_MS };
}

/** Returns what happens to a site, one outage after the other. */
function randomStories(random: Random, site: string, hosts: readonly string[], untilMs: number): Fault[] {
  const faults: Fault[] = [];
  for (let atMs = STABLE_MS + random.spread(MINUTE_MS, 30 * MINUTE_MS); atMs < untilMs; ) {
    const story = randomStory(random, { site, hosts, atMs });
    const within = story.map((fault) => ({ ...fault, forMs: Math.min(fault.forMs, untilMs - fault.atMs) }));
    faults.push(...within.filter(({ forMs }) => forMs > 0));
    const endMs = Math.max(...story.map((fault) => fault.atMs + fault.forMs));
    atMs = endMs + random.spread(MINUTE_MS, 40 * MINUTE_MS);
  }
  return faults;
}

type Around = { site: string; hosts: readonly string[]; atMs: number };

function randomStory(random: Random, { site, hosts, atMs }: Around): Fault[] {
  const lengthMs = random.spread(2 * MINUTE_MS, 90 * MINUTE_MS);
  const from = (locations: readonly string[], laterMs: number, forMs: number): Fault => {
    return { atMs: atMs + laterMs, forMs, do: 'outage', site, locations: [...locations], how: 'status' };
  };
  const kind = random.pick(['whole', 'whole', 'widening', 'partial', 'flapping'] as const);
  const laterMs = Math.round(lengthMs * random.next());
  switch (kind) {
    case 'whole':
      return [from(hosts, 0, lengthMs)];
    case 'widening':
      return [
        from(hosts.slice(0, 2), 0, lengthMs),
        from(hosts, laterMs, lengthMs - laterMs),
        ...(hosts.length > 2 && random.chance(0.3) ? [silentHost(random, 2, atMs)] : []),
      ];
    case 'partial':
      return [from(hosts.slice(0, 1), 0, lengthMs), from(hosts, laterMs, random.spread(MINUTE_MS, 20 * MINUTE_MS))];
    case 'flapping': {
      const everyMs = random.spread(5 * MINUTE_MS, 20 * MINUTE_MS);
      return Array.from({ length: random.between(2, 5) }, (_, index) =>
        from(hosts, index * everyMs, Math.round(everyMs / 2)),
      );
    }
  }
}

/** An agent that sees no failure ends before the outage is found, so that no recheck of it comes. */
function silentHost(random: Random, host: number, outageMs: number): Fault {
  const atMs = outageMs + random.between(-MINUTE_MS, 8 * MINUTE_MS);
  return { atMs, forMs: 10 * MINUTE_MS, do: 'kill', host };
}

/** Returns what people do about an outage and its aftermath. */
function randomActions(random: Random, owner: number, { atMs, forMs }: Fault, untilMs: number): Fault[] {
  if (random.chance(0.5)) return [];
  const lengthMs = Math.min(forMs, 60 * MINUTE_MS);
  return Array.from({ length: random.between(1, 3) }, () => {
    const when = { atMs: Math.min(untilMs, atMs + random.spread(30_000, lengthMs + 20 * MINUTE_MS)), forMs: 0 };
    const which = random.between(0, 3);
    const action = random.pick(['acknowledge', 'acknowledge', 'unacknowledge', 'snooze', 'unsnooze'] as const);
    if (action === 'snooze') return { ...when, do: action, owner, which, minutes: random.spread(5, 60) };
    return { ...when, do: action, owner, which };
  });
}

/** By then the monitors exist. */
const EXISTS_MS = 8 * MINUTE_MS;

/** Maintenance around outages: planned, or started at once; once or repeating; ended early, or extended. */
function randomMaintenance(
  random: Random,
  owner: number,
  outages: readonly Fault[],
  monitors: readonly MonitorPlan[],
  setting: Setting,
): Fault[] {
  if (outages.length === 0) return [];
  return Array.from({ length: random.pick([0, 1, 1, 2]) }, (_, index) => {
    const { atMs, forMs } = random.pick(outages);
    const nearMs = atMs + random.between(-20 * MINUTE_MS, Math.min(forMs, 30 * MINUTE_MS));
    const own = monitors.flatMap((monitor, each) => (monitor.owner === owner ? [each] : []));
    const monitor = random.chance(0.3) ? null : random.pick(own);
    return windowNear(random, Math.max(EXISTS_MS, nearMs), { owner, monitor, key: `${owner}x${index}` }, setting);
  }).flat();
}

type Of = { owner: number; monitor: number | null; key: string };

function windowNear(random: Random, nearMs: number, of: Of, setting: Setting): Fault[] {
  const timeZone = random.pick(setting.zones);
  // Windows begin with a minute.
  const fromMs = Math.floor(clearTime(timeZone, setting.startMs + nearMs) / MINUTE_MS) * MINUTE_MS;
  const durationMin = random.spread(5, 60);
  const [rule, days] = random.pick([
    [null, 0],
    ['FREQ=DAILY', random.between(0, 5)],
    ['FREQ=WEEKLY', 7],
  ] as const);
  const window: WindowPlan = { start: localStart(timeZone, fromMs, days), timeZone, durationMin, rule, fromMs };
  const startMs = fromMs - setting.startMs;
  const createdMs = random.chance(0.3)
    ? startMs + random.between(0, MINUTE_MS)
    : Math.max(EXISTS_MS, startMs - random.spread(MINUTE_MS, 60 * MINUTE_MS));
  const planned: Fault = { atMs: createdMs, forMs: 0, do: 'maintain', ...of, window };
  if (random.chance(0.6)) return [planned];
  const lengthMs = durationMin * MINUTE_MS;
  const atMs = Math.max(createdMs, startMs) + random.between(10_000, lengthMs);
  const toMs = random.chance(0.5) ? atMs : startMs + lengthMs + random.between(1, 30) * MINUTE_MS;
  return [planned, { atMs, forMs: 0, do: 'end-maintenance', owner: of.owner, key: of.key, toMs }];
}

/** By then the monitors exist. */
const MONITORS_EXIST_MS = 8 * MINUTE_MS;

/** Pauses monitors and single endpoints around outages: until a time, until they are resumed, or for good. */
function randomPauses(random: Random, outages: readonly Fault[], monitors: readonly MonitorPlan[]): Fault[] {
  if (outages.length === 0) return [];
  return Array.from({ length: random.pick([0, 0, 1, 2, 3]) }, (): Fault[] => {
    const outage = random.pick(outages);
    const monitor = random.between(0, monitors.length - 1);
    const site = random.chance(0.5) ? null : random.pick(monitors[monitor]?.sites ?? []);
    const lengthMs = Math.min(outage.forMs, 30 * MINUTE_MS);
    const atMs = Math.max(MONITORS_EXIST_MS, outage.atMs + random.between(-5 * MINUTE_MS, lengthMs));
    const forMin = random.chance(0.5) ? random.spread(1, 60) : null;
    const paused: Fault = { atMs, forMs: 0, do: 'pause', monitor, site, forMin };
    if (random.chance(0.4)) return [paused];
    return [paused, { atMs: atMs + random.spread(1_000, 40 * MINUTE_MS), forMs: 0, do: 'resume', monitor, site }];
  }).flat();
}
