import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { bundlePrograms } from './bundle.ts';
import { MUTATIONS } from './mutations.ts';
import { type PlayedWorld, play, scenarioOf } from './play.ts';
import type { Scenario } from './scenario.ts';
import { shrink } from './shrink.ts';
import { type Finding, formatTime } from './verify/observations.ts';
import type { OutageTiming } from './verify/outage-timing.ts';
import type { Programs } from './world.ts';

const SHRINK_MS = 2 * MINUTE_MS;
const HELP = `npm run truth                 simulates worlds for a minute of processor time
npm run truth -- 60           for an hour
npm run truth -- 1 5000       for a minute, from seed 5000 on
npm run truth -- days 30      thirty simulated days
npm run truth -- seed 42      one world, with all its messages
npm run truth -- mutations    whether each broken rule is found within a minute`;

/** The command `npm run truth`; returns its exit code: 0 if nothing is wrong. */
async function truth([mode = '1', value = '']: readonly string[]): Promise<number> {
  if (mode === 'mutations') return tryMutations(value);
  const programs = await bundlePrograms();
  if (mode === 'seed') return replay(scenarioOf(Number(value)), programs);
  const isDays = mode === 'days';
  const amount = Number(isDays ? value : mode);
  if (!(amount > 0)) {
    console.log(HELP);
    return 2;
  }
  const first = isDays || value === '' ? 1 : Number(value);
  const tally = await playWorlds(programs, first, isDays ? { days: amount } : { minutes: amount });
  console.log(tally.report());
  if (!tally.failed) return 0;
  const { seed, rule } = tally.failed;
  console.log(`\nShrinking seed ${seed} …`);
  await replay(await shrink(scenarioOf(seed), programs, { rule, withinMs: SHRINK_MS }), programs);
  return 1;
}

/** The results of all worlds so far. */
class Tally {
  worlds = 0;
  simulatedMs = 0;
  /** The first broken rule, and in which world. */
  failed: (Finding & { seed: number }) | null = null;
  private messages = 0;
  private endpointMs = 0;
  private readonly timings: OutageTiming[] = [];
  private readonly startedAt = process.cpuUsage();

  add({ seed, monitors }: Scenario, { findings, timings, world }: PlayedWorld): void {
    const simulatedMs = world.timeline.nowMs - world.timeline.startMs;
    this.worlds += 1;
    this.simulatedMs += simulatedMs;
    this.endpointMs += simulatedMs * monitors.reduce((sum, { sites }) => sum + sites.length, 0);
    this.messages += world.server.chat.messages.length;
    this.timings.push(...timings);
    const [first] = findings;
    if (first && !this.failed) this.failed = { ...first, seed };
  }

  /** Processor time since the first world, ms. */
  usedMs(): number {
    const { user, system } = process.cpuUsage(this.startedAt);
    return (user + system) / 1000;
  }

  report(): string {
    const days = this.simulatedMs / DAY_MS;
    const minutes = this.usedMs() / MINUTE_MS;
    return [
      `${this.worlds} worlds, ${days.toFixed(1)} days of ${Math.round(this.endpointMs / DAY_MS)} endpoint days, ` +
        `${(days / minutes).toFixed(1)} days a minute of the processor; ${this.messages} messages`,
      ...tableOf(this.timings),
      this.failed ? `Wrong: seed ${this.failed.seed}, ${this.failed.rule}: ${this.failed.what}` : 'Nothing is wrong.',
    ].join('\n');
  }
}

/** Plays one seed after the other until the limit is reached or a world is wrong. `minutes` are processor time. */
async function playWorlds(
  programs: Programs,
  firstSeed: number,
  { days = Number.POSITIVE_INFINITY, minutes = Number.POSITIVE_INFINITY, seedStep = 1 },
): Promise<Tally> {
  const tally = new Tally();
  for (
    let seed = firstSeed;
    tally.usedMs() < minutes * MINUTE_MS && tally.simulatedMs < days * DAY_MS;
    seed += seedStep
  ) {
    const scenario = scenarioOf(seed);
    tally.add(scenario, await play(scenario, programs));
    if (tally.failed) break;
  }
  return tally;
}

async function replay(scenario: Scenario, programs: Programs): Promise<number> {
  const played = await play(scenario, programs);
  console.log(describeWorld(scenario, played).join('\n'));
  return played.findings.length > 0 ? 1 : 0;
}

function describeWorld(scenario: Scenario, { findings, world }: PlayedWorld): string[] {
  const { hosts, owners, monitors, channels, chaos, faults, endMs } = scenario;
  return [
    JSON.stringify({ hosts, owners, monitors, channels, chaos, minutes: Math.round(endMs / MINUTE_MS) }),
    'Faults:',
    ...faults.map(({ atMs, forMs, ...fault }) => {
      return `  ${formatTime(world.timeline.startMs + atMs)} for ${Math.round(forMs / 1000)} s: ${JSON.stringify(fault)}`;
    }),
    'Messages:',
    ...world.server.chat.messages.map(({ atMs, ownerId, channelId, text }) => {
      return `  ${formatTime(atMs)} to ${ownerId} (${channelId}): ${text.split('\n')[0]}`;
    }),
    findings.length === 0 ? 'Nothing is wrong.' : 'Findings:',
    ...findings.map(({ rule, what }) => `  ${rule}: ${what}`),
  ];
}

/** Breaks one rule after the other. Returns 0 if each was found within a minute. */
async function tryMutations(namePart: string): Promise<number> {
  let missed = 0;
  for (const mutation of MUTATIONS.filter(({ name }) => name.includes(namePart))) {
    const { firstSeed = 1, seedStep = 1 } = mutation;
    const tally = await playWorlds(await bundlePrograms(mutation), firstSeed, { minutes: 1, seedStep });
    const tookSec = Math.round(tally.usedMs() / 1000);
    if (!tally.failed) missed += 1;
    const result = tally.failed
      ? `found after ${tookSec} s by “${tally.failed.rule}” (seed ${tally.failed.seed})`
      : `not found in ${tally.worlds} worlds`;
    console.log(`${tally.failed ? '✓' : '✗'} ${mutation.name}: ${result}`);
  }
  return missed > 0 ? 1 : 0;
}

/**
 * Formats a table by interval, in seconds: how late outages were reported, and by how much their stored downtime was
 * too long.
 */
function tableOf(timings: readonly OutageTiming[]): string[] {
  const byInterval = [...Map.groupBy(timings, ({ intervalMin }) => intervalMin)].sort(([a], [b]) => a - b);
  return [
    '| interval, min | outages | reported | delay, median | worst | downtime error, median | least | most |',
    '|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...byInterval.map(([intervalMin, list]) => {
      const delays = sortedSec(list.flatMap(({ delayMs }) => delayMs ?? []));
      const errors = sortedSec(list.flatMap(({ stored }) => (stored ? stored.endedLateMs - stored.startedLateMs : [])));
      const ofDelays = [delays.length, median(delays), delays.at(-1)];
      const columns = [intervalMin, list.length, ...ofDelays, median(errors), errors[0], errors.at(-1)];
      return `| ${columns.map((each) => each ?? '').join(' | ')} |`;
    }),
  ];
}

function sortedSec(ms: readonly number[]): number[] {
  return ms.map((each) => Math.round(each / 1000)).sort((a, b) => a - b);
}

function median(sorted: readonly number[]): number | undefined {
  return sorted[Math.floor(sorted.length / 2)];
}

process.exitCode = await truth(process.argv.slice(2));
