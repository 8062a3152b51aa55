import { play } from './play.ts';
import type { Fault, Scenario } from './scenario.ts';
import type { Programs } from './world.ts';

/** The smallest scenario found within that real time that still breaks the rule, with only the faults needed for it. */
export async function shrink(
  scenario: Scenario,
  programs: Programs,
  { rule, withinMs }: { rule: string; withinMs: number },
): Promise<Scenario> {
  const untilMs = performance.now() + withinMs;
  const isBroken = async (smaller: Scenario) =>
    (await play(smaller, programs)).findings.some((finding) => finding.rule === rule);
  let best = scenario;
  const attempt = async (smaller: Scenario) => {
    if (performance.now() > untilMs || !(await isBroken(smaller))) return false;
    best = smaller;
    return true;
  };
  await attempt({ ...best, chaos: 0 });
  for (let size = Math.ceil(best.faults.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < best.faults.length && performance.now() < untilMs; ) {
      const isGone = await attempt({ ...best, faults: without(best.faults, from, size) });
      if (!isGone) from += size;
    }
  }
  return best;
}

function without(faults: readonly Fault[], from: number, count: number): Fault[] {
  return [...faults.slice(0, from), ...faults.slice(from + count)];
}
