import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { faultyScenario } from './faulty-scenario.ts';
import { randomMaintenance } from './maintenance-plan.ts';
import { randomPauses } from './pause-plan.ts';
import type { Random } from './random.ts';
import { CALM_MS, type ChannelPlan, type Fault, FOREVER_MS, type Scenario, STABLE_MS } from './scenario.ts';
import { siteName } from './sites.ts';
import { randomTiming } from './timing-plan.ts';

/**
 * A world whose channels have delays, quiet hours and reminders, in which people acknowledge and snooze incidents,
 * announce maintenance, pause and resume, and have some monitors checked more often. Most have no other faults than outages, so that every message can be expected to the minute.
 */
export function peopleScenario(seed: number, random: Random): Scenario {
  const base = random.chance(0.2) ? faultyScenario(seed, random) : outagesScenario(seed, random);
  const untilMs = base.endMs - CALM_MS;
  const timed = <Plan extends object>(plan: Plan) => ({ ...plan, timing: randomTiming(random, untilMs) });
  const actions = base.owners.flatMap((_, owner) => [
    ...outagesOf(base, owner).flatMap((outage) => randomActions(random, owner, outage, untilMs)),
    ...randomMaintenance(random, owner, outagesOf(base, owner), base.monitors),
  ]);
  // With faults of the server nobody could say whether a request to pause has arrived.
  const outages = base.faults.filter((fault) => fault.do === 'outage' && fault.atMs < untilMs);
  const pauses = base.chaos === 0 ? randomPauses(random, outages, base.monitors) : [];
  const faults = [...base.faults, ...actions, ...pauses].sort((a, b) => a.atMs - b.atMs);
  const monitors = base.monitors.map((plan) => ({ ...plan, intervalSec: random.pick([null, null, null, 30, 60]) }));
  return { ...base, monitors, faults, owners: base.owners.map(timed), channels: base.channels.map(timed) };
}

function outagesOf({ faults, monitors }: Scenario, owner: number): Fault[] {
  const watched = new Set(monitors.flatMap((monitor) => (monitor.owner === owner ? monitor.sites : [])));
  return faults.filter((fault) => fault.do === 'outage' && watched.has(fault.site));
}

/** One owner and channels of all kinds; sites fail one after the other, from more and more locations, or flap. */
function outagesScenario(seed: number, random: Random): Scenario {
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

/** What happens to a site, one outage after the other. */
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

/** What people do about an outage and its aftermath. */
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
