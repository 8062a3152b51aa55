import { MINUTE_MS } from '@farwatch/core/values/time';
import type { Random } from './random.ts';
import type { Fault, MonitorPlan, WindowPlan } from './scenario.ts';
import { T0 } from './start.ts';
import { clearTime, localStart, ZONES } from './timing-plan.ts';

/** By then the monitors exist. */
const EXISTS_MS = 8 * MINUTE_MS;

/** Maintenance around outages: planned, or started at once; once or repeating; ended early, or extended. */
export function randomMaintenance(
  random: Random,
  owner: number,
  outages: readonly Fault[],
  monitors: readonly MonitorPlan[],
): Fault[] {
  if (outages.length === 0) return [];
  return Array.from({ length: random.pick([0, 1, 1, 2]) }, (_, index) => {
    const { atMs, forMs } = random.pick(outages);
    const nearMs = atMs + random.between(-20 * MINUTE_MS, Math.min(forMs, 30 * MINUTE_MS));
    const own = monitors.flatMap((monitor, each) => (monitor.owner === owner ? [each] : []));
    const monitor = random.chance(0.3) ? null : random.pick(own);
    return windowNear(random, Math.max(EXISTS_MS, nearMs), { owner, monitor, key: `${owner}x${index}` });
  }).flat();
}

type Of = { owner: number; monitor: number | null; key: string };

function windowNear(random: Random, nearMs: number, of: Of): Fault[] {
  const timeZone = random.pick(ZONES);
  // Windows begin with a minute.
  const fromMs = Math.floor(clearTime(timeZone, T0 + nearMs) / MINUTE_MS) * MINUTE_MS;
  const durationMin = random.spread(5, 60);
  const [rule, days] = random.pick([
    [null, 0],
    ['FREQ=DAILY', random.between(0, 5)],
    ['FREQ=WEEKLY', 7],
  ] as const);
  const window: WindowPlan = { start: localStart(timeZone, fromMs, days), timeZone, durationMin, rule, fromMs };
  const startMs = fromMs - T0;
  const createdMs = random.chance(0.3)
    ? startMs + random.between(0, MINUTE_MS)
    : Math.max(EXISTS_MS, startMs - random.spread(MINUTE_MS, 60 * MINUTE_MS));
  const planned: Fault = { atMs: createdMs, forMs: 0, do: 'maintain', ...of, window };
  if (random.chance(0.6)) return [planned];
  const lengthMs = durationMin * MINUTE_MS;
  const atMs = Math.max(createdMs, startMs) + random.between(10_000, lengthMs);
  const toMs = random.chance(0.5) ? atMs : startMs + lengthMs + random.between(1, 30) * MINUTE_MS;
  return [planned, { atMs, forMs: 0, do: 'end-maintenance', owner: of.owner, key: of.key, toMs }];
}
