import type { Range } from '../../values/history/range-metrics.ts';
import { HISTORY } from '../../values/limits.ts';

type Requested = { from: string; to: string };
type Problem = { path: 'from' | 'to' | 'resolution'; message: string };

/**
 * Returns the range that an answer covers, from the creation of what it is about and up to now; or what is wrong with
 * the range that is requested.
 */
export function answeredRange(requested: Requested, createdAt: number, nowMs: number): Range | Problem {
  const [fromMs, toMs] = [Date.parse(requested.from), Date.parse(requested.to)];
  if (toMs <= fromMs) return { path: 'to', message: 'is not after from' };
  if (toMs - fromMs > HISTORY.rangeMs) return { path: 'from', message: 'is more than 400 days before to' };
  if (fromMs >= nowMs) return { path: 'from', message: 'is in the future' };
  if (toMs <= createdAt) return { path: 'to', message: 'is before it was created' };
  return { fromMs: Math.max(fromMs, createdAt), toMs: Math.min(toMs, nowMs) };
}

/** Returns what is wrong with the resolution of a range; null if nothing is. */
export function resolutionProblem({ fromMs, toMs }: Range, resolution: 'hour' | 'day'): Problem | null {
  if (resolution === 'day' || toMs - fromMs <= HISTORY.hourlyMs) return null;
  return { path: 'resolution', message: 'is hour for more than 15 days' };
}

/**
 * Returns the equally long range before one; null if nothing existed in it, or if it started before `oldestMs`,
 * up to which history is kept.
 */
export function rangeBefore({ fromMs, toMs }: Range, createdAt: number, oldestMs: number): Range | null {
  const before = { fromMs: fromMs - (toMs - fromMs), toMs: fromMs };
  return before.fromMs < oldestMs || before.toMs <= createdAt ? null : before;
}
