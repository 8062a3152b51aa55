import { judgeAtRest } from './judge/at-rest.ts';
import type { Finding } from './judge/facts.ts';
import { judge } from './judge/judge.ts';
import { type Delay, judgeOutages } from './judge/outages.ts';
import type { Scenario } from './scenario.ts';
import { type Programs, World } from './world.ts';

export type Played = { findings: Finding[]; delays: Delay[]; world: World };

let isPlaying = false;

/** Lets a scenario happen and judges it: early in the calm, if the server was well all the time, and at its end. */
export async function play(scenario: Scenario, programs: Programs): Promise<Played> {
  if (isPlaying) throw new Error('programs are loaded once, and so run in one world at a time');
  isPlaying = true;
  const world = new World(scenario, programs);
  const early: Finding[] = [];
  await world
    .run(() => {
      if (scenario.chaos === 0) early.push(...judgeAtRest(world));
    })
    .finally(() => {
      isPlaying = false;
    });
  const { delays } = judgeOutages(world);
  const soon = early.map(({ rule, what }) => ({ rule: `${rule} soon`, what }));
  return { findings: [...soon, ...judge(world)], delays, world };
}
