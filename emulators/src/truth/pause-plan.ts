import { MINUTE_MS } from '@farwatch/core/values/time';
import type { Random } from './random.ts';
import type { Fault, MonitorPlan } from './scenario.ts';

/** By then the monitors exist. */
const EXISTS_MS = 8 * MINUTE_MS;

/** Pauses around outages, of monitors and single endpoints: until a time, until somebody resumes them, or for good. */
export function randomPauses(random: Random, outages: readonly Fault[], monitors: readonly MonitorPlan[]): Fault[] {
  if (outages.length === 0) return [];
  return Array.from({ length: random.pick([0, 0, 1, 2, 3]) }, (): Fault[] => {
    const outage = random.pick(outages);
    const monitor = random.between(0, monitors.length - 1);
    const site = random.chance(0.5) ? null : random.pick(monitors[monitor]?.sites ?? []);
    const lengthMs = Math.min(outage.forMs, 30 * MINUTE_MS);
    const atMs = Math.max(EXISTS_MS, outage.atMs + random.between(-5 * MINUTE_MS, lengthMs));
    const forMin = random.chance(0.5) ? random.spread(1, 60) : null;
    const paused: Fault = { atMs, forMs: 0, do: 'pause', monitor, site, forMin };
    if (random.chance(0.4)) return [paused];
    return [paused, { atMs: atMs + random.spread(1_000, 40 * MINUTE_MS), forMs: 0, do: 'resume', monitor, site }];
  }).flat();
}
