import { LOCATION_CODES, type LocationCode } from '@farwatch/core/locations';
import { type Random, seeded } from '@farwatch/core/testing/seeded';
import { DEMO_MONITORS } from '../seed/scenario-table.ts';

/** A site that is watched, and from where. */
export interface WatchedSite {
  /** Of the demo targets, as in /site/{name}. */
  site: string;
  endpointId: string;
  /** As messages have it. */
  name: string;
  locations: readonly LocationCode[];
}

/** The demo sites that can be switched, of the owner who is told by Telegram. */
export const SITES: readonly WatchedSite[] = DEMO_MONITORS.filter(({ owner }) => owner === 'user').flatMap(
  ({ endpoints, locations }) =>
    endpoints.flatMap(({ id, name, path }) => {
      const site = /^\/site\/([\w-]+)$/.exec(path)?.[1];
      return site ? [{ site, endpointId: id, name, locations }] : [];
    }),
);

export type SoakFault =
  /** A power cut of an agent, and its return. */
  | { kind: 'agent killed'; location: LocationCode }
  /** No call of an agent reaches the functions, or no answer reaches it. */
  | { kind: 'agent cut off' | 'answers lost'; location: LocationCode }
  | { kind: 'all cut off' }
  /** Every process that runs functions dies, whatever it does. */
  | { kind: 'functions killed' }
  | { kind: 'telegram refuses'; mode: 'error' | 'rate_limit' | 'hang' }
  /** That many sweeps beside each other and beside the clock's. */
  | { kind: 'extra sweeps'; count: number };

/** Milliseconds since the beginning; without `toMs` it is over at once. */
export type Happening = { fromMs: number; toMs: number } & (
  | { what: 'outage'; site: WatchedSite }
  | { what: 'fault'; fault: SoakFault }
);

/** One lane's happenings come one after the other: each makes the next from the chance it is given. */
type Lane = { gapSec: [least: number, most: number]; next: (random: Random) => Made };
type Made = { forSec: number } & ({ what: 'outage'; site: WatchedSite } | { what: 'fault'; fault: SoakFault });

const outages: Lane[] = SITES.map((site) => ({
  gapSec: [50, 260],
  next: (random) => ({ what: 'outage', site, forSec: random.spread(4, 200) }),
}));

const agents: Lane[] = LOCATION_CODES.map((location) => ({
  gapSec: [30, 200],
  next: (random) => {
    const kind = random.one(['agent killed', 'agent cut off', 'answers lost'] as const);
    const isLong = kind === 'agent killed' && random.share() < 0.15;
    return {
      what: 'fault',
      fault: { kind, location },
      forSec: isLong ? random.whole(330, 420) : random.spread(2, 90),
    };
  },
}));

const others: Lane[] = [
  {
    gapSec: [120, 420],
    next: (random) => ({ what: 'fault', fault: { kind: 'all cut off' }, forSec: random.spread(3, 60) }),
  },
  { gapSec: [45, 240], next: () => ({ what: 'fault', fault: { kind: 'functions killed' }, forSec: 0 }) },
  {
    gapSec: [40, 200],
    next: (random) => {
      const mode = random.one(['error', 'rate_limit', 'hang'] as const);
      return { what: 'fault', fault: { kind: 'telegram refuses', mode }, forSec: random.spread(2, 60) };
    },
  },
  {
    gapSec: [20, 100],
    next: (random) => {
      return { what: 'fault', fault: { kind: 'extra sweeps', count: random.whole(1, 3) }, forSec: 0 };
    },
  },
];

/** What happens in that many minutes, by a seed, in the order in which it begins; nothing outlasts them. */
export function planSoak(seed: number, minutes: number): Happening[] {
  const endMs = minutes * 60_000;
  return [...outages, ...agents, ...others]
    .flatMap((lane, index) => happeningsOf(lane, seeded(seed * 1_000 + index), endMs))
    .sort((a, b) => a.fromMs - b.fromMs);
}

function happeningsOf({ gapSec, next }: Lane, random: Random, endMs: number): Happening[] {
  const found: Happening[] = [];
  for (let atMs = 0; ; ) {
    const fromMs = atMs + random.whole(...gapSec) * 1_000 + random.whole(0, 999);
    const { forSec, ...made } = next(random);
    if (fromMs >= endMs) return found;
    const toMs = Math.min(endMs, fromMs + forSec * 1_000);
    found.push({ ...made, fromMs, toMs });
    atMs = toMs;
  }
}
