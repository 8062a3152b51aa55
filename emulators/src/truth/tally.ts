import type { Finding } from './judge/facts.ts';
import type { Delay } from './judge/outages.ts';
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
  private readonly delays: Delay[] = [];
  private readonly startedAt = process.cpuUsage();

  add({ seed, monitors }: Scenario, { findings, delays, world }: Played): void {
    const lastedMs = world.timeline.nowMs - T0;
    this.worlds += 1;
    this.simulatedMs += lastedMs;
    this.endpointMs += lastedMs * monitors.reduce((sum, { sites }) => sum + sites.length, 0);
    this.messages += world.server.chat.said.length;
    this.delays.push(...delays);
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
    const late = [...Map.groupBy(this.delays, ({ intervalMin }) => intervalMin)].sort(([a], [b]) => a - b);
    return [
      `${this.worlds} worlds, ${days.toFixed(1)} days of ${Math.round(this.endpointMs / DAY_MS)} endpoint days, ` +
        `${(days / minutes).toFixed(1)} days a minute of the processor; ${this.messages} messages`,
      ...late.map(([intervalMin, list]) => `outages told at an interval of ${intervalMin} min: ${secondsOf(list)}`),
      this.failed ? `Wrong: seed ${this.failed.seed}, ${this.failed.rule}: ${this.failed.what}` : 'Nothing is wrong.',
    ].join('\n');
  }
}

function secondsOf(delays: readonly Delay[]): string {
  const sorted = delays.map(({ delayMs }) => Math.round(delayMs / 1000)).sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return `${sorted.length}, after ${middle} s in the middle, ${sorted.at(-1)} s at most`;
}
