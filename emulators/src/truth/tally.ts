import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { PlayedWorld } from './play.ts';
import type { Scenario } from './scenario.ts';
import { T0 } from './start.ts';
import type { Finding } from './verify/observations.ts';
import type { OutageTiming } from './verify/outage-timing.ts';

/** The results of all worlds so far. */
export class Tally {
  worlds = 0;
  simulatedMs = 0;
  /** The first broken rule, and in which world. */
  failed: (Finding & { seed: number }) | null = null;
  private messages = 0;
  private endpointMs = 0;
  private readonly timings: OutageTiming[] = [];
  private readonly startedAt = process.cpuUsage();

  add({ seed, monitors }: Scenario, { findings, timings, world }: PlayedWorld): void {
    const simulatedMs = world.timeline.nowMs - T0;
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

/** By interval, in seconds: how late outages were reported, and by how much their stored downtime was too long. */
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
