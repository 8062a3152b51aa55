import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { Random } from '../../platform/random.ts';
import { CALM_MS, type Fault, type Scenario, STABLE_MS } from '../scenario.ts';
import { siteName } from '../sites.ts';

const FAULTY_MS = 3 * HOUR_MS;
const SITES = 6;

/**
 * A world in which every machine loses packets all the time, and sites fail from some places or from all. What fails at one
 * place has the others look at once, so that their losses meet its failures.
 */
export function lossyScenario(seed: number, random: Random): Scenario {
  const locations = [...LOCATION_CODES].slice(0, random.pick([2, 3, 3])).sort();
  const sites = Array.from({ length: SITES }, (_, index) => siteName(index));
  const owners = [{ uid: 'owner0', intervalMin: 10, severity: 'all', silenceMin: 0, timing: IMMEDIATE }];
  const monitors = [{ owner: 0, locations, sites, intervalSec: 30 }];
  const losses = locations.map((_, host): Fault => {
    return { atMs: STABLE_MS, forMs: FAULTY_MS, do: 'network', host, network: 'lossy' };
  });
  const outages = sites.flatMap((site) =>
    Array.from({ length: 6 }, (_, index): Fault => {
      const atMs = STABLE_MS + (index * FAULTY_MS) / 6 + random.between(0, 10 * MINUTE_MS);
      const failing = random.chance(0.7) ? [random.pick(locations)] : locations;
      const how = random.pick(['status', 'refused', 'timeout'] as const);
      return { atMs, forMs: random.between(1, 10) * MINUTE_MS, do: 'outage', site, locations: failing, how };
    }),
  );
  const faults = [...losses, ...outages].sort((a, b) => a.atMs - b.atMs);
  const endMs = STABLE_MS + FAULTY_MS + CALM_MS;
  return { seed, hosts: locations, owners, monitors, channels: [], chaos: 0, faults, endMs };
}
