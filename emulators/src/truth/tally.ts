import type { Measured } from './verify/outage-timing.ts';
import type { Finding } from './verify/observations.ts';
import type { Played } from './play.ts';
import { MINUTE_MS, type Scenario } from './scenario.ts';
import { T0 } from './world.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;

/** What came of the worlds so far. */
export class Tally {
  worlds = 0;
  simulatedMs = 0;
  /** The first broken rule, and in which world. */
  failed: (Finding & { seed: number }) | null = null;
  private messages = 0;
  private endpointMs = 0;
  private readonly measured: Measured[] = [];
  private readonly startedAt = process.cpuUsage();

  add({ seed, monitors }: Scenario, { findings, measured, world }: Played): void {
    const lastedMs = world.timeline.nowMs - T0;
    this.worlds += 1;
    this.simulatedMs += lastedMs;
    this.endpointMs += lastedMs * monitors.reduce((sum, { sites }) => sum + sites.length, 0);
    this.messages += world.server.chat.said.length;
    this.measured.push(...measured);
    const [first] = findings;
    if (first && !this.failed) this.failed = { ...first, seed };
  }

  /** Processor time since the first world, ms. */
  usedMs(): number {
    const { user, system } = process.cpuUsage(this.startedAt);
    return (user + system) / 1000;
  }

  inWords(): string {
    const days = this.simulatedMs / DAY_MS;
    const minutes = this.usedMs() / MINUTE_MS;
    return [
      `${this.worlds} worlds, ${days.toFixed(1)} days of ${Math.round(this.endpointMs / DAY_MS)} endpoint days, ` +
        `${(days / minutes).toFixed(1)} days a minute of the processor; ${this.messages} messages`,
      ...tableOf(this.measured),
      this.failed ? `Wrong: seed ${this.failed.seed}, ${this.failed.rule}: ${this.failed.what}` : 'Nothing is wrong.',
    ].join('\n');
  }
}

/** By interval, in seconds: how late outages were told, and what was measured of their length more or less than it was. */
function tableOf(all: readonly Measured[]): string[] {
  const byInterval = [...Map.groupBy(all, ({ intervalMin }) => intervalMin)].sort(([a], [b]) => a - b);
  return [
    '| interval, min | outages | told | delay, median | worst | downtime error, median | least | most |',
    '|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...byInterval.map(([intervalMin, list]) => {
      const told = list.filter(({ delayMs }) => delayMs !== null);
      const delays = seconds(told.map(({ delayMs }) => delayMs ?? 0));
      const errors = seconds(list.flatMap(({ seen }) => (seen ? seen.endedLateMs - seen.startedLateMs : [])));
      const columns = [
        intervalMin,
        list.length,
        told.length,
        median(delays),
        delays.at(-1),
        median(errors),
        errors[0],
        errors.at(-1),
      ];
      return `| ${columns.map((each) => each ?? '').join(' | ')} |`;
    }),
  ];
}

function seconds(ms: readonly number[]): number[] {
  return ms.map((each) => Math.round(each / 1000)).sort((a, b) => a - b);
}

function median(sorted: readonly number[]): number | undefined {
  return sorted[Math.floor(sorted.length / 2)];
}
