import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { MINUTE_MS } from '@farwatch/core/values/time';
import type { Random } from '../../platform/random.ts';
import { CALM_MS, type ChannelPlan, type Fault, FOREVER_MS, type Scenario, STABLE_MS } from '../scenario.ts';
import { siteName } from '../sites.ts';

const SITES = 3;
const STORIES = 5;
/** Longer than any story, with the time until everything is found. */
const STORY_MS = 40 * MINUTE_MS;
/** Above what sites take when all is well, and below what they take when they are slow. */
const LIMIT_MS = 1_000;

/**
 * A world of sites with a limit, which become slow at one location or at all; in some stories they also fail meanwhile, or one
 * machine loses packets. One of two channels announces slow sites.
 */
export function slowScenario(seed: number, random: Random): Scenario {
  const locations = [...LOCATION_CODES].slice(0, random.pick([2, 3, 3])).sort();
  const sites = Array.from({ length: SITES }, (_, index) => siteName(index));
  const owners = [{ uid: 'owner0', intervalMin: 10, severity: 'all', silenceMin: 0, timing: IMMEDIATE }];
  const monitors = [{ owner: 0, locations, sites, intervalSec: random.pick([30, 60]), slowMs: LIMIT_MS }];
  const announcing: ChannelPlan = {
    id: 'owner0x0',
    owner: 0,
    severity: random.pick([null, 'critical']),
    events: null,
    alsoSlow: true,
    timing: IMMEDIATE,
    atMs: 0,
    forMs: FOREVER_MS,
    renamedAtMs: STABLE_MS,
  };
  const faults = Array.from({ length: STORIES }, (_, story) =>
    storyOf(random, { sites, locations, atMs: STABLE_MS + story * STORY_MS + random.between(0, 5 * MINUTE_MS) }),
  ).flat();
  const endMs = STABLE_MS + STORIES * STORY_MS + CALM_MS;
  return {
    seed,
    hosts: locations,
    owners,
    monitors,
    channels: [announcing],
    chaos: random.pick([0, 0, 0.3]),
    faults: faults.sort((a, b) => a.atMs - b.atMs),
    endMs,
  };
}

type Story = { sites: readonly string[]; locations: readonly string[]; atMs: number };

function storyOf(random: Random, { sites, locations, atMs }: Story): Fault[] {
  const site = random.pick(sites);
  const forMs = random.between(2, 20) * MINUTE_MS;
  const places = random.pick([[...locations], [...locations], [random.pick(locations)]]);
  const slow: Fault = { atMs, forMs, do: 'outage', site, locations: places, how: 'slow' };
  const host = random.between(0, locations.length - 1);
  const lossy: Fault = { atMs: atMs + random.between(0, forMs), forMs, do: 'network', host, network: 'lossy' };
  const failing = random.chance(0.5) ? [...locations] : [random.pick(locations)];
  const fromMs = atMs + random.between(0, forMs);
  const outage: Fault = {
    atMs: fromMs,
    forMs: random.between(1, 8) * MINUTE_MS,
    do: 'outage',
    site,
    locations: failing,
    how: random.pick(['status', 'refused'] as const),
  };
  return random.pick([[slow], [slow], [slow, lossy], [slow, outage], [slow, lossy, outage]]);
}
