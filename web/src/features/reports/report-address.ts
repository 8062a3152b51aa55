import type { Range } from '@farwatch/core/values/history/range-metrics';
import { DAY_MS } from '@farwatch/core/values/time';
import { addDays, dateSchema, type WallClock } from '@farwatch/core/values/zone';

/** The subject of a report. */
export type Scope = { of: 'account' } | { of: 'tag'; tag: string } | { of: 'monitor'; id: string };

/** A calendar month, YYYY-MM, or days from the first to the last, YYYY-MM-DD. */
export type Period = { of: 'month'; month: string } | { of: 'days'; from: string; to: string };

export type ReportAddress = { scope: Scope; period: Period };

/** How many months before the current one can be chosen. */
const MONTHS_BACK = 12;
const LONGEST_DAYS = 400;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/**
 * Reads the address of a report. If the subject is invalid or missing, it is the account; if the period is, the current
 * month.
 */
export function addressIn(query: URLSearchParams, today: string): ReportAddress {
  return { scope: scopeIn(query), period: periodIn(query, today) };
}

function scopeIn(query: URLSearchParams): Scope {
  const [id, tag] = [query.get('monitor'), query.get('tag')];
  if (id) return { of: 'monitor', id };
  return tag ? { of: 'tag', tag } : { of: 'account' };
}

function periodIn(query: URLSearchParams, today: string): Period {
  const [from, to] = [query.get('from'), query.get('to')];
  if (from !== null && to !== null && isDate(from) && isDate(to)) return { of: 'days', from, to };
  const month = query.get('month') ?? '';
  return { of: 'month', month: MONTH.test(month) ? month : monthOf(today) };
}

function isDate(text: string): boolean {
  return dateSchema.safeParse(text).success;
}

/** The query of a report's address; the account and the current month are left out. */
export function queryOf({ scope, period }: ReportAddress, today: string): URLSearchParams {
  const query = new URLSearchParams();
  if (scope.of === 'tag') query.set('tag', scope.tag);
  if (scope.of === 'monitor') query.set('monitor', scope.id);
  if (period.of === 'days') {
    query.set('from', period.from);
    query.set('to', period.to);
  } else if (period.month !== monthOf(today)) query.set('month', period.month);
  return query;
}

/** The month of a date: YYYY-MM. */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}

/** The current month and those before it that can be chosen, the newest first. */
export function choosableMonths(today: string): string[] {
  return Array.from({ length: MONTHS_BACK + 1 }, (_, back) => monthsLater(monthOf(today), -back));
}

function monthsLater(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7);
}

/** The first and the last day of a period. */
export function daysOf(period: Period): { from: string; to: string } {
  if (period.of === 'days') return { from: period.from, to: period.to };
  return { from: `${period.month}-01`, to: addDays(`${monthsLater(period.month, 1)}-01`, -1) };
}

/** Converts a period to its time; its days are those of the clock. */
export function rangeOf(period: Period, clock: WallClock): Range {
  const { from, to } = daysOf(period);
  return { fromMs: clock.dayStart(from), toMs: clock.dayStart(addDays(to, 1)) };
}

/** The period that a report's range is: a month if it is a whole one. */
export function periodOf({ fromMs, toMs }: Range, clock: WallClock): Period {
  const from = clock.at(fromMs).date;
  const to = addDays(clock.at(toMs).date, toMs === clock.dayStart(clock.at(toMs).date) ? -1 : 0);
  const month: Period = { of: 'month', month: monthOf(from) };
  const whole = daysOf(month);
  return whole.from === from && whole.to === to ? month : { of: 'days', from, to };
}

/** Reasons why no report can be made of a period. */
export type PeriodProblem = 'reversed' | 'tooLong' | 'future' | 'tooOld';

/** Finds what the API would refuse, so that the fields can show it; null if the period is valid. */
export function periodProblem(period: Period, today: string): PeriodProblem | null {
  const { from, to } = daysOf(period);
  if (to < from) return 'reversed';
  if (from > today) return 'future';
  if (Date.parse(to) - Date.parse(from) >= LONGEST_DAYS * DAY_MS) return 'tooLong';
  return to < addDays(today, -LONGEST_DAYS) ? 'tooOld' : null;
}
