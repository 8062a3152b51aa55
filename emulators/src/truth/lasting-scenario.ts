import { LOCATION_CODES } from '@farwatch/core/locations';
import type { Random } from './random.ts';
import { CALM_MS, type Fault, MINUTE_MS, type Scenario, SETTLED_MS } from './scenario.ts';
import { siteName } from './sites.ts';

const HOUR_MS = 60 * MINUTE_MS;
/** Most agents fail after the outage has lasted this long: rules that look at its age differ only then. */
const OLD_MS = 24 * HOUR_MS;
const LONGEST_MS = 36 * HOUR_MS;
/** Beyond the end of any world. */
const FOR_GOOD_MS = 1000 * HOUR_MS;

/** A world of one site whose outage lasts for more than a day, in which agents are lost, and some come back. */
export function lastingScenario(seed: number, random: Random): Scenario {
  const site = siteName(0);
  const spared = random.pick(LOCATION_CODES);
  const failing = LOCATION_CODES.filter((code) => code !== spared || random.chance(0.3));
  const hosts = LOCATION_CODES.flatMap((code) => (random.chance(0.15) ? [code, code] : [code]));
  const troubleEndsMs = SETTLED_MS + random.between(OLD_MS + HOUR_MS, LONGEST_MS);
  const forMs = random.chance(0.6) ? FOR_GOOD_MS : troubleEndsMs - SETTLED_MS - random.between(0, HOUR_MS);
  const outage: Fault = { atMs: SETTLED_MS, forMs, do: 'outage', site, locations: failing, how: 'status' };
  const lost = Array.from({ length: random.between(1, 5) }, () => lostAgent(random, hosts.length, troubleEndsMs));
  return {
    seed,
    hosts,
    owners: [{ uid: 'owner0', intervalMin: 60, severity: 'all', silenceMin: 0 }],
    monitors: [{ owner: 0, locations: [...LOCATION_CODES], sites: [site] }],
    chaos: 0,
    faults: [outage, ...lost.sort((a, b) => a.atMs - b.atMs)],
    endMs: troubleEndsMs + CALM_MS,
  };
}

function lostAgent(random: Random, hosts: number, untilMs: number): Fault {
  const fromMs = random.chance(0.7) ? SETTLED_MS + OLD_MS : SETTLED_MS;
  const atMs = random.between(fromMs, untilMs);
  const host = random.between(0, hosts - 1);
  const forMs = Math.min(untilMs - atMs, random.spread(5 * MINUTE_MS, 20 * HOUR_MS));
  const what = random.pick(['kill', 'kill', 'sleep', 'network', 'replace-agent'] as const);
  if (what === 'network') return { atMs, forMs, do: 'network', host, network: 'cut' };
  return { atMs, forMs: what === 'kill' && random.chance(0.5) ? FOR_GOOD_MS : forMs, do: what, host };
}
