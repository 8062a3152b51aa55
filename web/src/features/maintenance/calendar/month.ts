import { occurrencesOf, type Period } from '@farwatch/core/decisions/maintenance/occurrences';
import type { Maintenance } from '@farwatch/core/documents/maintenance';
import { addDays, wallClock } from '@farwatch/core/values/zone';
import type { WithId } from '../../../lib/live/read-document.ts';

/** An occurrence in the calendar. */
export type Entry = Period & { window: WithId<Maintenance> };

const WEEK = 7;

/**
 * Lists the days of a month's weeks, Monday first, as YYYY-MM-DD, including days of its neighbours. `month` is YYYY-MM.
 */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const before = (new Date(`${first}T00:00Z`).getUTCDay() + 6) % WEEK;
  const start = addDays(first, -before);
  const last = addDays(`${shiftMonth(month, 1)}-01`, -1);
  const weeks: string[][] = [];
  for (let day = start; day <= last; day = addDays(day, WEEK)) {
    weeks.push(Array.from({ length: WEEK }, (_, index) => addDays(day, index)));
  }
  return weeks;
}

/** The month that many months later, YYYY-MM. */
export function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** The occurrences of each day that has some, the earliest first; one over midnight is on each of its days. */
export function entriesByDay(
  windows: readonly WithId<Maintenance>[],
  days: readonly string[],
  timeZone: string,
): Map<string, Entry[]> {
  const clock = wallClock(timeZone);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const [fromMs, toMs] = [clock.dayStart(first), clock.dayStart(addDays(last, 1))];
  const entries = windows
    .flatMap((window) => occurrencesOf(window, fromMs, toMs).map((period): Entry => ({ ...period, window })))
    .sort((a, b) => a.startsAt - b.startsAt);
  const byDay = new Map<string, Entry[]>();
  for (const entry of entries) {
    const end = clock.at(entry.endsAt - 1).date;
    for (let day = clock.at(entry.startsAt).date; day <= end; day = addDays(day, 1)) {
      byDay.set(day, [...(byDay.get(day) ?? []), entry]);
    }
  }
  return byDay;
}

/** The day that a key of the arrows leads to, or PageUp and PageDown by month; null for other keys. */
export function dayAfterKey(key: string, day: string): string | null {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEK, ArrowDown: WEEK };
  const step = steps[key];
  if (step !== undefined) return addDays(day, step);
  if (key !== 'PageUp' && key !== 'PageDown') return null;
  const month = shiftMonth(day.slice(0, 7), key === 'PageUp' ? -1 : 1);
  const last = addDays(`${shiftMonth(month, 1)}-01`, -1);
  const same = `${month}${day.slice(7)}`;
  return same > last ? last : same;
}
