import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { Random } from '../../platform/random.ts';
import { CALM_MS, type Fault, type MonitorPlan, type Scenario, STABLE_MS } from '../scenario.ts';
import { pageName } from '../sites.ts';

const STORIES = 5;
/** Longer than any story, with the time until everything is found. */
const STORY_MS = 50 * MINUTE_MS;
const INTERVAL_SEC = 60;

/**
 * A world of websites with several pages, of one or two monitors each, whose pages fail together, one after the other or
 * alone, and recover together or one by one.
 */
export function siblingsScenario(seed: number, random: Random): Scenario {
  const locations = [...LOCATION_CODES].slice(0, random.pick([1, 2, 3, 3])).sort();
  const monitors = [0, 1].flatMap((site): MonitorPlan[] => {
    const pages = Array.from({ length: random.between(2, 5) }, (_, page) => pageName(site, page));
    const cut = random.chance(0.5) ? pages.length : random.between(1, pages.length - 1);
    return [pages.slice(0, cut), pages.slice(cut)].flatMap((sites) =>
      sites.length > 0 ? [{ owner: 0, locations, sites, intervalSec: INTERVAL_SEC }] : [],
    );
  });
  const timing = { ...IMMEDIATE, delayMin: random.pick([0, 0, 0, 5]) };
  const owners = [{ uid: 'owner0', intervalMin: 10, severity: 'all', silenceMin: 0, timing }];
  const faults = Array.from({ length: STORIES }, (_, story) =>
    storyOf(random, monitors, STABLE_MS + story * STORY_MS + random.between(0, 10 * MINUTE_MS)),
  ).flat();
  const chaos = random.pick([0, 0, 0, 0.3]);
  const endMs = STABLE_MS + STORIES * STORY_MS + CALM_MS;
  return { seed, hosts: locations, owners, monitors, channels: [], chaos, faults, endMs };
}

/** What happens to the pages of one website. */
function storyOf(random: Random, monitors: readonly MonitorPlan[], atMs: number): Fault[] {
  const host = pageName(random.between(0, 1), 0).split('/', 1).join();
  const pages = monitors.flatMap(({ sites }) => sites.filter((site) => site.startsWith(`${host}/`)));
  const how = random.pick(['status', 'refused', 'refused', 'timeout'] as const);
  const forMs = random.between(4, 20) * MINUTE_MS;
  const outageOf = (site: string, fromMs: number, lengthMs: number): Fault => {
    return { atMs: fromMs, forMs: lengthMs, do: 'outage', site, locations: [...LOCATION_CODES], how };
  };
  switch (random.pick(['together', 'together', 'one later', 'some recover', 'one alone', 'one by one'] as const)) {
    case 'together':
      return pages.map((site) => outageOf(site, atMs, forMs));
    case 'one later':
      return pages.map((site, index) => outageOf(site, index === 0 ? atMs + 30 * SECOND_MS : atMs, forMs));
    case 'some recover':
      return pages.map((site, index) => outageOf(site, atMs, index === 0 ? 2 * forMs : forMs));
    case 'one alone':
      return [outageOf(random.pick(pages), atMs, forMs)];
    case 'one by one':
      return pages.map((site) => outageOf(site, atMs + random.between(0, 5_000), forMs + random.between(0, 5_000)));
  }
}
