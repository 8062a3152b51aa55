import { judgeAtRest } from './judge/at-rest.ts';
import { documentsOf, type Finding } from './judge/facts.ts';
import { judge } from './judge/judge.ts';
import { type Measured, measuredOutages } from './judge/measured.ts';
import type { Scenario } from './scenario.ts';
import { type Programs, World } from './world.ts';

export type Played = { findings: Finding[]; measured: Measured[]; world: World };

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
    if (scenario.chaos === 0) early.push(...judgeAtRest(world));
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
