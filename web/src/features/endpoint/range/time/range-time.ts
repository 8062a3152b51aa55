import type { Range } from '@farwatch/core/values/history/range-metrics';
import { HISTORY } from '@farwatch/core/values/limits';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { addDays, dateSchema, type WallClock } from '@farwatch/core/values/zone';
import { type ChosenRange, type Dates, RANGE_DAYS } from './range-address.ts';

/** The longest range, which is the time that history is kept. */
export const LONGEST_DAYS = HISTORY.rangeMs / DAY_MS;

export type DatesProblem = {
  field: keyof Dates;
  problem: 'missing' | 'future' | 'reversed' | 'tooLong' | 'tooEarly';
};

/** Explains why these days cannot be shown for an endpoint created on `createdOn`; null if they can. */
export function datesProblem({ from, to }: Dates, today: string, createdOn: string): DatesProblem | null {
  if (!dateSchema.safeParse(from).success) return { field: 'from', problem: 'missing' };
  if (!dateSchema.safeParse(to).success) return { field: 'to', problem: 'missing' };
  if (from > today) return { field: 'from', problem: 'future' };
  if (to > today) return { field: 'to', problem: 'future' };
  if (to < from) return { field: 'to', problem: 'reversed' };
  if (to >= addDays(from, LONGEST_DAYS)) return { field: 'from', problem: 'tooLong' };
  if (to < createdOn) return { field: 'to', problem: 'tooEarly' };
  return null;
}

/** How often the last days move on, so that their answers can be shared in between. */
export const STEP_MS = 5 * MINUTE_MS;

/** The time to show. Its end may be up to a step after `nowMs`, which the API cuts off. Dates must have no problem. */
export function shownTime({ name, dates, zoom }: ChosenRange, nowMs: number, clock: WallClock): Range {
  if (zoom) return zoom;
  if (dates) {
    const toMs = clock.dayStart(addDays(dates.to, 1));
    // So many days may have an hour more where the clock changes.
    return { fromMs: Math.max(clock.dayStart(dates.from), toMs - HISTORY.rangeMs), toMs };
  }
  const stepMs = Math.floor(nowMs / STEP_MS) * STEP_MS;
  const days = name === 'custom' ? 1 : RANGE_DAYS[name];
  return { fromMs: stepMs - days * DAY_MS, toMs: stepMs + STEP_MS };
}

const LONGEST_BY_HOUR_MS = 14 * DAY_MS + STEP_MS;

/** Hours for up to 14 days, of which those before the endpoint's creation do not count, otherwise days. */
export function resolutionOf({ fromMs, toMs }: Range, createdAtMs: number): 'hour' | 'day' {
  return toMs - Math.max(fromMs, createdAtMs) <= LONGEST_BY_HOUR_MS ? 'hour' : 'day';
}

/** The days of a time, to start with when entering others: at most up to today. */
export function datesOf({ fromMs, toMs }: Range, nowMs: number, clock: WallClock): Dates {
  return { from: clock.at(fromMs).date, to: clock.at(Math.min(toMs - 1, nowMs)).date };
}

/** The last day of a chosen range if that is over; null if it reaches up to today, or its dates are wrong. */
export function endOfRange(chosen: ChosenRange, nowMs: number, clock: WallClock): string | null {
  const { dates, zoom } = chosen;
  const today = clock.at(nowMs).date;
  if (!zoom && (dates === null || datesProblem(dates, today, dates.from) !== null)) return null;
  const { to } = datesOf(shownTime(chosen, nowMs, clock), nowMs, clock);
  return to < today ? to : null;
}

/** Whether an answer is about this time, if perhaps a step or two ago, so that a new one changes hardly anything. */
export function isAbout(
  answer: { from: string; to: string },
  time: Range,
  createdAtMs: number,
  nowMs: number,
): boolean {
  const fromMs = Math.max(time.fromMs, createdAtMs);
  const toMs = Math.min(time.toMs, nowMs);
  return [Date.parse(answer.from) - fromMs, Date.parse(answer.to) - toMs].every((ms) => Math.abs(ms) <= 2 * STEP_MS);
}
