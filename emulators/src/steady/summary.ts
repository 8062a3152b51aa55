import { MINUTE_MS } from '@farwatch/core/values/time';
import type { Usage } from './usage.ts';

/**
 * What the server has received so far, with the size of reports as JSON, and how often the agent has synced files to
 * disk.
 */
export type Counts = { checks: number; failed: number; reports: number; reportBytes: number; syncs: number };

/** Totals since the start. */
export type Sample = { minute: number } & Usage & Counts;

/** New endpoints are checked within a minute, and their results reported within the next. */
const STARTING_MIN = 2;
const DAY_MIN = 24 * 60;

/** The rates between two samples. */
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
    'reports/min': rounded((after.reports - before.reports) / minutes),
    'reported, KiB/min': rounded((after.reportBytes - before.reportBytes) / minutes / 1_024),
  };
}

/** A row for every `everyMin`, and one for everything after the start phase. */
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

/** The times of samples, in ms from the start: one a minute and one at the end. */
export function sampleTimes(minutes: number): number[] {
  const whole = Array.from({ length: Math.floor(minutes) + 1 }, (_, minute) => minute * MINUTE_MS);
  return Number.isInteger(minutes) ? whole : [...whole, minutes * MINUTE_MS];
}

function rounded(value: number): number {
  return Number(value.toFixed(value < 10 ? 2 : 1));
}
