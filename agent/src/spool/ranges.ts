import type { SpooledCheck } from './line.ts';

/** Byte ranges of a file, `[from, to)`, sorted and apart from each other. */
export type Range = [from: number, to: number];

/** All ranges together; those that touch or overlap become one. */
export function joinRanges(...lists: readonly (readonly Range[])[]): Range[] {
  const sorted = lists.flat().sort(([a], [b]) => a - b);
  const joined: Range[] = [];
  for (const [from, to] of sorted) {
    const last = joined.at(-1);
    if (last && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else if (from < to) joined.push([from, to]);
  }
  return joined;
}

/** The gaps that the ranges leave in a file of `size` bytes. */
export function gapsOf(ranges: readonly Range[], size: number): Range[] {
  const gaps: Range[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    if (at < from) gaps.push([at, Math.min(from, size)]);
    at = Math.max(at, to);
  }
  if (at < size) gaps.push([at, size]);
  return gaps;
}

/** The total bytes of the ranges. */
export function lengthOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** The bytes that a report carries, by segment. */
export type Takes = Record<string, Range[]>;

/** Checks taken for a report: `damaged` counts unreadable lines, which leave the spool with them. */
export type Taken = { checks: SpooledCheck[]; takes: Takes; damaged: number };

/** The ranges of both together. */
export function joinTakes(a: Takes, b: Takes): Takes {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...names].map((name) => [name, joinRanges(a[name] ?? [], b[name] ?? [])]));
}
