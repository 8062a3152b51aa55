import type { AgentAvailability } from '@farwatch/core/contracts/api/agent-metrics';

/** A calendar day, YYYY-MM-DD, and the agent's uptime on it in percent; null if unknown. */
export type UptimeDay = AgentAvailability['dailyAvailability'][number];

/** Possible starts of the scale, highest first: the smaller the range, the more visible are differences near 100. */
const FLOORS = [90, 50, 0];
const STEPS = 5;

/** The ticks of the percent axis up to 100: from 90 or 50 if no day was below that, otherwise from 0. */
export function percentTicks(days: readonly UptimeDay[]): number[] {
  const lowest = Math.min(100, ...days.flatMap(({ uptime }) => uptime ?? []));
  const floor = FLOORS.find((each) => lowest >= each) ?? 0;
  const step = (100 - floor) / STEPS;
  return Array.from({ length: STEPS + 1 }, (_, index) => floor + index * step);
}

/** The days labelled on the time axis: the last, and every `every`th before it; their dates in UTC as epoch ms. */
export function dayTicks(days: readonly UptimeDay[], every: number): number[] {
  return days.filter((_, index) => (days.length - 1 - index) % every === 0).map(({ date }) => Date.parse(date));
}

/** The UTC day, YYYY-MM-DD, to open for a viewer's day: a day that has not started in UTC is replaced by today. */
export function utcDayToOpen(date: string, nowMs: number): string {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  return date > today ? today : date;
}
