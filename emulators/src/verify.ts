import { needChromium } from './platform/chromium.ts';
import { endGuard, stopWatched } from './platform/guard.ts';
import { rootDir } from './platform/paths.ts';
import { claimFreePorts } from './platform/ports.ts';
import { explain } from './platform/problem.ts';
import { seconds } from './platform/progress.ts';
import { stopOnSignal } from './platform/signals.ts';
import { type Suite, startSuite } from './suite.ts';
import { choiceOf, type StepName } from './verify/choice.ts';
import { keptOutput, shown } from './verify/output.ts';
import { phases, type Setting, steps } from './verify/steps.ts';
import { failedFiles, isWorthASecondRun, sum, type Tally, unrunnable, verdict, withSecondRun } from './verify/tally.ts';

/**
 * The tests that CI runs, or all with the argument `all`. Arguments choose steps by name, and test files by parts of
 * their path: `npm test -- unit`, `npm test -- journeys outage`. The last line is "N passed, N failed".
 */
stopOnSignal(() => stopWatched(10_000), 130);

const { isChosen, ...what } = choiceOf(process.argv.slice(2));
const chromium = isChosen('screens') || isChosen('journeys') ? needChromium() : Promise.resolve('');
chromium.catch(() => {});
const shared = { chromium, ...what };

const results = new Map<StepName, Tally>();
for (const phase of phases) {
  const lanes = phase.map((lane) => lane.filter(isChosen)).filter((lane) => lane.length > 0);
  await Promise.all(lanes.map(runLane));
}
for (const [name, first] of results) {
  if (isWorthASecondRun(first)) results.set(name, withSecondRun(first, await runAgain(name, first)));
}
const { lines, exitCode } = verdict(sum([...results.values()]));
await endGuard();
console.log(`\n${lines.join('\n').replaceAll(`${rootDir}/`, '')}`);
process.exit(exitCode);

/** Runs steps one after the other. The first lane's output is printed immediately, that of others at their end. */
async function runLane(names: readonly StepName[], place: number): Promise<void> {
  const kept = place === 0 ? null : keptOutput(names.join('-'));
  const suite = laneSuite(names.join('-'));
  const ports = await claimFreePorts();
  const setting: Setting = { ...shared, ports, emulators: suite.ports, output: kept ?? shown };
  for (const name of names) results.set(name, await runStep(name, setting));
  await suite.stop();
  kept?.print();
}

/**
 * Runs the failed files, or a step that could not start, once more while nothing else runs. A busy machine must not
 * fail one test in eight thousand; tests that passed only then are listed at the end.
 */
async function runAgain(name: StepName, { report }: Tally): Promise<Tally> {
  const suite = laneSuite(`${name}-again`);
  const filters = report ? failedFiles(report) : shared.filters;
  const setting: Setting = {
    ...shared,
    filters,
    changed: null,
    ports: await claimFreePorts(),
    emulators: suite.ports,
    output: shown,
    again: true,
  };
  const second = await runStep(name, setting);
  await suite.stop();
  return second;
}

/** Firestore and Auth, started on first use. */
function laneSuite(run: string) {
  let starting: Promise<Suite> | null = null;
  const start = async () => startSuite({ ports: await claimFreePorts(), run, only: ['auth', 'firestore'] });
  return {
    ports: async () => {
      starting ??= start();
      return (await starting).ports;
    },
    stop: async () => {
      const suite = await starting?.catch(() => null);
      await suite?.stop();
    },
  };
}

async function runStep(name: StepName, setting: Setting): Promise<Tally> {
  setting.output.log(`\n── ${name}`);
  const start = performance.now();
  const tally = await attempt(name, setting);
  const result = tally.failed > 0 ? `${tally.failed} FAILED, ${tally.passed} passed` : `${tally.passed} ok`;
  setting.output.log(`── ${name}: ${result} (${seconds(performance.now() - start)})`);
  return tally;
}

/** A step that cannot start counts as one failure, and the next ones still run. */
async function attempt(name: StepName, setting: Setting): Promise<Tally> {
  try {
    return await steps[name](setting);
  } catch (error) {
    setting.output.log(explain(error));
    return unrunnable(name, explain(error));
  }
}
