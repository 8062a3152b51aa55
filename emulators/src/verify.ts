import { needChromium } from './platform/chromium.ts';
import { endGuard, stopWatched } from './platform/guard.ts';
import { claimFreePorts } from './platform/ports.ts';
import { explain } from './platform/problem.ts';
import { seconds } from './platform/progress.ts';
import { stopOnSignal } from './platform/signals.ts';
import { type Setting, steps } from './verify/steps.ts';
import { sum, type Tally, verdict } from './verify/tally.ts';

/**
 * Everything that CI runs. Arguments that name steps choose them, others choose test files by their path:
 * `npm test -- unit`, `npm test -- e2e outage`. Ends with one line, "N passed, N failed".
 */
stopOnSignal(() => stopWatched(10_000), 130);

const args = process.argv.slice(2);
const chosen = Object.keys(steps).filter((name) => args.includes(name));
const names = chosen.length > 0 ? chosen : Object.keys(steps);
const setting: Setting = {
  ports: await claimFreePorts(),
  chromium: names.includes('e2e') ? needChromium() : Promise.resolve(''),
  filters: args.filter((arg) => !chosen.includes(arg)),
};
setting.chromium.catch(() => {});

const tallies: Tally[] = [];
for (const name of names) tallies.push(await runStep(name));
const { line, exitCode } = verdict(sum(tallies));
await endGuard();
console.log(`\n${line}`);
process.exit(exitCode);

async function runStep(name: string): Promise<Tally> {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const tally = await attempt(name);
  const result = tally.failed > 0 ? `${tally.failed} FAILED, ${tally.passed} passed` : `${tally.passed} ok`;
  console.log(`── ${name}: ${result} (${seconds(performance.now() - start)})`);
  return tally;
}

/** A step that cannot run at all counts as one failure, and the next ones still run. */
async function attempt(name: string): Promise<Tally> {
  try {
    return (await steps[name]?.(setting)) ?? { passed: 0, failed: 0 };
  } catch (error) {
    console.error(explain(error));
    return { passed: 0, failed: 1 };
  }
}
