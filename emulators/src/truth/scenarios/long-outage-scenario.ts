import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { Random } from '../../platform/random.ts';
import { CALM_MS, type Fault, FOREVER_MS, type Scenario, STABLE_MS } from '../scenario.ts';
import { siteName } from '../sites.ts';

/** Agents are lost when the outage is a day old, so that a rule about its age shows. */
const OLD_MS = DAY_MS;
const LONGEST_MS = 30 * HOUR_MS;

/**
 * A world of one site with an outage of more than a day, in which agents are lost and some come back. The first lost
 * agent has seen the outage for a day.
 */
export function longOutageScenario(seed: number, random: Random): Scenario {
  const site = siteName(0);
  const spared = random.between(0, LOCATION_CODES.length - 1);
  const failing = LOCATION_CODES.filter((_, host) => host !== spared || random.chance(0.2));
  const endsMs = STABLE_MS + random.between(OLD_MS + 2 * HOUR_MS, LONGEST_MS);
  const forMs = random.chance(0.6) ? FOREVER_MS : endsMs - STABLE_MS - random.between(0, HOUR_MS);
  const outage: Fault = { atMs: STABLE_MS, forMs, do: 'outage', site, locations: failing, how: 'status' };
  const first = (spared + 1) % LOCATION_CODES.length;
  const others = Array.from({ length: random.between(0, 3) }, () => random.between(0, LOCATION_CODES.length - 1));
  const lost = [first, ...others].map((host) => lostAgent(random, host, endsMs));
  return {
    seed,
    hosts: [...LOCATION_CODES],
    owners: [{ uid: 'owner0', intervalMin: 60, severity: 'all', silenceMin: 0, timing: IMMEDIATE }],
    monitors: [{ owner: 0, locations: [...LOCATION_CODES], sites: [site] }],
    channels: [],
    chaos: 0,
    faults: [outage, ...lost.sort((a, b) => a.atMs - b.atMs)],
    endMs: endsMs + CALM_MS,
  };
}

function lostAgent(random: Random, host: number, untilMs: number): Fault {
  // An outage is first seen within an interval after its start.
  const atMs = random.between(STABLE_MS + OLD_MS + HOUR_MS, untilMs - HOUR_MS / 2);
  const forMs = Math.min(untilMs - atMs, random.spread(10 * MINUTE_MS, 20 * HOUR_MS));
  const what = random.pick(['kill', 'kill', 'sleep', 'network', 'replace-agent'] as const);
  if (what === 'network') return { atMs, forMs, do: 'network', host, network: 'cut' };
  return { atMs, forMs: what === 'kill' && random.chance(0.5) ? FOREVER_MS : forMs, do: what, host };
}
