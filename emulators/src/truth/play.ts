import { faultyScenario } from './faulty-scenario.ts';
import { checkAtRest } from './verify/at-rest.ts';
import { judge } from './verify/verify-world.ts';
import { type Measured, measuredOutages } from './verify/outage-timing.ts';
import { documentsOf, type Finding } from './verify/observations.ts';
import { lastingScenario } from './lasting-scenario.ts';
import { measuringScenario } from './measuring-scenario.ts';
import { Random } from './random.ts';
import type { Scenario } from './scenario.ts';
import { type Programs, World } from './world.ts';

export type Played = { findings: Finding[]; measured: Measured[]; world: World };

/** So many worlds have nothing but outages of sites: by them is measured how late outages are told, and how exactly. */
export const MEASURING_EVERY = 12;

/** So few worlds have an outage of more than a day, since each takes as long as many others. */
export const LASTING_EVERY = 60;

/** The scenario of a seed. */
export function scenarioOf(seed: number): Scenario {
  const random = new Random(seed);
  if (seed % LASTING_EVERY === LASTING_EVERY / 3 - 1) return lastingScenario(seed, random);
  return seed % MEASURING_EVERY === 0 ? measuringScenario(seed, random) : faultyScenario(seed, random);
}

let isPlaying = false;

/** So many worlds have all of their calm: what was right may turn wrong in it. */
const WHOLE_CALM_EVERY = 4;

/**
 * Lets a scenario happen and judges it: early in the calm, and, unless all is right and told by then, at its end. If the
 * server was well all the time, what is wrong early stays wrong.
 */
export async function play(scenario: Scenario, programs: Programs): Promise<Played> {
  if (isPlaying) throw new Error('programs are loaded once, and so run in one world at a time');
  isPlaying = true;
  const world = new World(scenario, programs);
  const early: Finding[] = [];
  const isOver = () => {
    if (scenario.chaos === 0) early.push(...checkAtRest(world));
    return scenario.seed % WHOLE_CALM_EVERY !== 0 && isAllTold(world) && judge(world).length === 0;
  };
  await world.run(isOver).finally(() => {
    isPlaying = false;
  });
  const soon = early.map(({ rule, what }) => ({ rule: `${rule} soon`, what }));
  return { findings: [...soon, ...judge(world)], measured: measuredOutages(world), world };
}

function isAllTold(world: World): boolean {
  return [...documentsOf(world, 'alerts').values()].every(({ state }) => state !== 'waiting' && state !== 'deferred');
}
