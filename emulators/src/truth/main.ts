import { bundlePrograms } from './bundle.ts';
import { at } from './verify/messages.ts';
import { MUTATIONS } from './mutations.ts';
import { type Played, play, scenarioOf } from './play.ts';
import { MINUTE_MS, type Scenario } from './scenario.ts';
import { shrink } from './shrink.ts';
import { Tally } from './tally.ts';
import { type Programs, T0 } from './world.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;
const SHRINK_MS = 2 * MINUTE_MS;
const HELP = `npm run truth                 worlds for a minute of the processor
npm run truth -- 60           for an hour
npm run truth -- 1 5000       for a minute, from seed 5000 on
npm run truth -- days 30      thirty simulated days
npm run truth -- seed 42      one world again, with all that was said in it
npm run truth -- mutations    whether each broken rule is noticed within a minute`;

/** The command `npm run truth`; returns its exit code: 0 if nothing is wrong. */
export async function truth([what = '1', value = '']: readonly string[]): Promise<number> {
  if (what === 'mutations') return tryMutations(value);
  const programs = await bundlePrograms();
  if (what === 'seed') return replay(scenarioOf(Number(value)), programs);
  const isDays = what === 'days';
  const amount = Number(isDays ? value : what);
  if (!(amount > 0)) {
    console.log(HELP);
    return 2;
  }
  const first = isDays || value === '' ? 1 : Number(value);
  const limit = isDays ? { days: amount } : { minutes: amount };
  const tally = await playWorlds(programs, first, limit);
  console.log(tally.inWords());
  if (!tally.failed) return 0;
  const { seed, rule } = tally.failed;
  console.log(`\nSeed ${seed} is shrunk …`);
  const smallest = await shrink(scenarioOf(seed), programs, { rule, withinMs: SHRINK_MS });
  await replay(smallest, programs);
  return 1;
}

/**
 * Worlds of one seed after the other until the time is over, or one is found wrong. `minutes` are the processor's, so
 * that a busy machine finds as much.
 */
async function playWorlds(
  programs: Programs,
  firstSeed: number,
  { days = Number.POSITIVE_INFINITY, minutes = Number.POSITIVE_INFINITY },
): Promise<Tally> {
  const tally = new Tally();
  for (let seed = firstSeed; tally.usedMs() < minutes * MINUTE_MS && tally.simulatedMs < days * DAY_MS; seed += 1) {
    const scenario = scenarioOf(seed);
    tally.add(scenario, await play(scenario, programs));
    if (tally.failed) break;
  }
  return tally;
}

async function replay(scenario: Scenario, programs: Programs): Promise<number> {
  const played = await play(scenario, programs);
  console.log(describe(scenario, played).join('\n'));
  return played.findings.length > 0 ? 1 : 0;
}

function describe(scenario: Scenario, { findings, world }: Played): string[] {
  const { hosts, owners, monitors, chaos, faults, endMs } = scenario;
  const inWords = ({ atMs, forMs, ...fault }: Scenario['faults'][number]) =>
    `  ${at(T0 + atMs)} for ${Math.round(forMs / 1000)} s: ${JSON.stringify(fault)}`;
  const said = world.server.chat.said.map(
    ({ atMs, chatId, text }) => `  ${at(atMs)} to ${chatId}: ${text.split('\n')[0]}`,
  );
  return [
    JSON.stringify({ hosts, owners, monitors, chaos, minutes: Math.round(endMs / MINUTE_MS) }),
    'What went wrong in it (minutes:seconds):',
    ...faults.map(inWords),
    'What was said:',
    ...said,
    findings.length === 0 ? 'Nothing is wrong.' : 'What is wrong:',
    ...findings.map(({ rule, what }) => `  ${rule}: ${what}`),
  ];
}

/** Breaks one rule after the other. Returns 0 if each was noticed within a minute. */
async function tryMutations(named: string): Promise<number> {
  let missed = 0;
  for (const mutation of MUTATIONS.filter(({ name }) => name.includes(named))) {
    const tally = await playWorlds(await bundlePrograms(mutation), 1, { minutes: 1 });
    const tookSec = Math.round(tally.usedMs() / 1000);
    if (!tally.failed) missed += 1;
    const result = tally.failed
      ? `noticed after ${tookSec} s by “${tally.failed.rule}” (seed ${tally.failed.seed})`
      : `not noticed in ${tally.worlds} worlds`;
    console.log(`${tally.failed ? '✓' : '✗'} ${mutation.name}: ${result}`);
  }
  return missed > 0 ? 1 : 0;
}
