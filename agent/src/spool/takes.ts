import type { SpooledCheck } from './line.ts';
import { joinRanges, type Range } from './ranges.ts';

/** The bytes that a report carries, by segment. */
export type Takes = Record<string, Range[]>;

/** Checks taken for a report: `damaged` counts unreadable lines, which leave the spool with them. */
export type Taken = { checks: SpooledCheck[]; takes: Takes; damaged: number };

/** The ranges of both together. */
export function joinTakes(a: Takes, b: Takes): Takes {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...names].map((name) => [name, joinRanges(a[name] ?? [], b[name] ?? [])]));
}
