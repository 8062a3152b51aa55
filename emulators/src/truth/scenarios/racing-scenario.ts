import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { Random } from '../../platform/random.ts';
import { CALM_MS, type Fault, type Scenario } from '../scenario.ts';
import { siteName } from '../sites.ts';
import { outagesScenario } from './people-scenario.ts';

/** Endpoints are checked every half minute, so a failure is known at all locations by then. */
const KNOWN_WITHIN_MS = 90 * SECOND_MS;
/** How far apart what races is. */
const CLOSE_MS = 5 * SECOND_MS;

/**
 * A world in which owners pause, resume, edit and delete monitors within seconds of outages and recoveries being found,
 * and of each other.
 */
export function racingScenario(seed: number, random: Random): Scenario {
  const base = outagesScenario(seed, random);
  const untilMs = base.endMs - CALM_MS;
  const times = base.faults.flatMap(({ do: what, atMs, forMs }) => (what === 'outage' ? [atMs, atMs + forMs] : []));
  const races = times
    .filter((atMs) => atMs + 2 * KNOWN_WITHIN_MS < untilMs && random.chance(0.6))
    .flatMap((atMs) => race(random, base, atMs + random.between(0, KNOWN_WITHIN_MS)));
  const deleted = random.chance(0.5)
    ? [
        deletion(
          random,
          base,
          times.filter((atMs) => atMs < untilMs),
        ),
      ]
    : [];
  const faults = [...base.faults, ...races, ...deleted].sort((a, b) => a.atMs - b.atMs);
  return { ...base, faults, monitors: base.monitors.map((plan) => ({ ...plan, intervalSec: 30 })) };
}

function race(random: Random, { monitors }: Scenario, atMs: number): Fault[] {
  const monitor = random.between(0, monitors.length - 1);
  const { sites = [], locations = [] } = monitors[monitor] ?? {};
  const site = random.chance(0.5) ? null : random.pick(sites);
  const laterMs = atMs + random.between(1, CLOSE_MS);
  switch (random.pick(['pause', 'pause', 'short pause', 'urls', 'locations', 'order'] as const)) {
    case 'pause':
      return [
        { atMs, forMs: 0, do: 'pause', monitor, site, forMin: null },
        { atMs: atMs + random.spread(SECOND_MS, 10 * MINUTE_MS), forMs: 0, do: 'resume', monitor, site },
      ];
    case 'short pause':
      return [
        { atMs, forMs: 0, do: 'pause', monitor, site, forMin: 1 },
        { atMs: laterMs, forMs: 0, do: 'pause', monitor, site: null, forMin: 2 },
      ];
    case 'urls': {
      const others = sites.map((_, index) => siteName(index + 7));
      return [
        { atMs, forMs: 0, do: 'edit', monitor, locations, sites: others, keepsIds: true },
        { atMs: laterMs, forMs: 0, do: 'edit', monitor, locations, sites, keepsIds: random.chance(0.5) },
      ];
    }
    case 'locations':
      return [
        { atMs, forMs: 0, do: 'edit', monitor, locations: locations.slice(0, 1), sites, keepsIds: true },
        { atMs: laterMs, forMs: 0, do: 'edit', monitor, locations, sites, keepsIds: true },
      ];
    case 'order':
      return [{ atMs, forMs: 0, do: 'edit', monitor, locations, sites: sites.toReversed(), keepsIds: false }];
  }
}

function deletion(random: Random, { monitors }: Scenario, times: readonly number[]): Fault {
  const atMs = random.pick(times) + random.between(0, KNOWN_WITHIN_MS);
  return { atMs, forMs: 0, do: 'delete', monitor: monitors.length - 1 };
}
