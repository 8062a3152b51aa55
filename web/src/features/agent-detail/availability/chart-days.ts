import type { AgentAvailability } from '@farwatch/core/api/agent-figures';

/** A calendar day, YYYY-MM-DD, and how much of it the agent was present, in percent; null if nothing is known. */
export type UptimeDay = AgentAvailability['daily_availability'][number];

/** Where the scale may begin, the highest first, so that small differences near the top are seen. */
const FLOORS = [90, 50, 0];
const STEPS = 5;

/** Where the axis of percents is marked, up to 100: from 90 or 50 where no day was below it, else from 0. */
export function percentTicks(days: readonly UptimeDay[]): number[] {
  const lowest = Math.min(100, ...days.flatMap(({ uptime }) => uptime ?? []));
  const floor = FLOORS.find((each) => lowest >= each) ?? 0;
  const step = (100 - floor) / STEPS;
  return Array.from({ length: STEPS + 1 }, (_, index) => floor + index * step);
}

/**
 * The days labelled on the time axis: the last, and earlier ones at a fixed distance; epoch ms of their dates in UTC.
 */
export function dayTicks(days: readonly UptimeDay[], every: number): number[] {
  return days.filter((_, index) => (days.length - 1 - index) % every === 0).map(({ date }) => Date.parse(date));
}

/** The UTC day, YYYY-MM-DD, whose segments a viewer's day opens: where theirs begins earlier, not one without any yet. */
export function begunUtcDay(date: string, nowMs: number): string {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  return date > today ? today : date;
}
