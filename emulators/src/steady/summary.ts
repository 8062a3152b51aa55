import { MINUTE_MS } from '@farwatch/core/values/time';
import type { Usage } from './usage.ts';

/** What the server has got of the agent so far, and how often the agent had the disk keep what was written. */
export type Counts = { checks: number; failed: number; reports: number; syncs: number };

/** What was used and done from the start until then. */
export type Sample = { minute: number } & Usage & Counts;

/** New endpoints are checked within a minute, and their results reported within the next. */
const STARTING_MIN = 2;
const DAY_MIN = 24 * 60;

/** A row of what went on between two samples, all of it for a minute or a second. */
export function between(before: Sample, after: Sample): Record<string, number> {
  const minutes = after.minute - before.minute;
  const perSec = (amount: number) => amount / minutes / 60;
  return {
    'RSS, MiB': rounded(after.rssMiB),
    'peak, MiB': rounded(after.peakMiB),
    '% of a core': rounded(100 * perSec(after.cpuSec - before.cpuSec)),
    'wake-ups/s': rounded(perSec(after.wakeups - before.wakeups)),
    'of the main thread': rounded(perSec(after.mainWakeups - before.mainWakeups)),
    'syncs/min': rounded((after.syncs - before.syncs) / minutes),
    'GB/day': rounded(((after.diskBytes - before.diskBytes) / minutes) * (DAY_MIN / 1e9)),
    'checks/min': rounded((after.checks - before.checks) / minutes),
  };
}

/** Rows by minute, one for every `everyMin` of samples a minute apart, and one of all after the start. */
export function table(samples: readonly Sample[], everyMin: number): Record<string, Record<string, number>> {
  const shown = samples.filter(({ minute }) => minute % everyMin === 0 || minute === samples.at(-1)?.minute);
  const rows = shown.slice(1).flatMap((after, index) => {
    const before = shown[index];
    return before ? [[`until ${rounded(after.minute)} min`, between(before, after)] as const] : [];
  });
  const [from, last] = [samples.find(({ minute }) => minute >= STARTING_MIN), samples.at(-1)];
  const steady = from && last && last.minute > from.minute ? [['steady', between(from, last)] as const] : [];
  return Object.fromEntries([...rows, ...steady]);
}

/** The moments of samples, in ms from the start: one a minute and one at the end. */
export function moments(minutes: number): number[] {
  const whole = Array.from({ length: Math.floor(minutes) + 1 }, (_, minute) => minute * MINUTE_MS);
  return Number.isInteger(minutes) ? whole : [...whole, minutes * MINUTE_MS];
}

function rounded(value: number): number {
  return Number(value.toFixed(value < 10 ? 2 : 1));
}
