import type { Range } from '../../values/history/range-metrics.ts';
import { SUMMARY } from '../../values/limits.ts';
import type { SummaryKind } from '../../values/summary/summary-plan.ts';
import { DAY_MS, HOUR_MS } from '../../values/time.ts';
import { addDays, wallClock } from '../../values/zone.ts';

/** Returns the first day of the period after the one that starts on `firstDay`. */
export function nextPeriod(kind: SummaryKind, firstDay: string): string {
  return kind === 'weekly' ? addDays(firstDay, 7) : firstDayOf(kind, addDays(firstDay, 31));
}

/** Returns the first day of the period before the one that starts on `firstDay`. */
export function periodBefore(kind: SummaryKind, firstDay: string): string {
  return firstDayOf(kind, addDays(firstDay, -1));
}

/** The days of a period, the first first. */
export function daysOf(kind: SummaryKind, firstDay: string): string[] {
  const count = Math.round((Date.parse(nextPeriod(kind, firstDay)) - Date.parse(firstDay)) / DAY_MS);
  return Array.from({ length: count }, (_, day) => addDays(firstDay, day));
}

/** The time from the first midnight of a period to the one after its last day, in this zone. */
export function rangeOf(kind: SummaryKind, firstDay: string, timeZone: string): Range {
  const clock = wallClock(timeZone);
  return { fromMs: clock.dayStart(firstDay), toMs: clock.dayStart(nextPeriod(kind, firstDay)) };
}

/** When the summary of a period is due: at 09:00 on the day after it, epoch ms. */
export function dueAtOf(kind: SummaryKind, firstDay: string, timeZone: string): number {
  const clock = wallClock(timeZone);
  const day = nextPeriod(kind, firstDay);
  const local = Date.parse(day) + SUMMARY.hour * HOUR_MS;
  const tries = [local - clock.offsetMs(local - DAY_MS), local - clock.offsetMs(local + DAY_MS)];
  // A zone can skip the whole day; then it is due when the next one starts.
  return tries.find((atMs) => atMs + clock.offsetMs(atMs) === local) ?? clock.dayStart(day);
}

/** The first day of the newest period that is over in this zone. */
export function lastPeriod(kind: SummaryKind, timeZone: string, nowMs: number): string {
  const today = wallClock(timeZone).at(nowMs).date;
  return periodBefore(kind, firstDayOf(kind, today));
}

function firstDayOf(kind: SummaryKind, day: string): string {
  if (kind === 'monthly') return `${day.slice(0, 7)}-01`;
  const daysSinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -daysSinceMonday);
}
