import { type Language, tableTagOf, tagOf } from '@farwatch/core/values/languages';
import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';

const SHORT: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};
const LOGGED: Intl.DateTimeFormatOptions = { ...SHORT, second: '2-digit' };
const EXACT: Intl.DateTimeFormatOptions = { ...SHORT, year: 'numeric', second: '2-digit' };
const YEAR: Intl.DateTimeFormatOptions = { year: 'numeric' };
const DATE_TIME: Intl.DateTimeFormatOptions = { ...SHORT, year: 'numeric' };
const DAY: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };
const DATE: Intl.DateTimeFormatOptions = { ...DAY, year: 'numeric' };
const WEEKDAY: Intl.DateTimeFormatOptions = { ...DAY, weekday: 'short' };
const WEEKDAY_TIME: Intl.DateTimeFormatOptions = { ...WEEKDAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const OFFSET: Intl.DateTimeFormatOptions = { timeZoneName: 'shortOffset' };

const made = new Map<string, Intl.DateTimeFormat>();

/** Formatters are expensive to create, so one of each is kept. `timeZone` only in tests; otherwise the viewer's. */
function formatIn(tag: string, options: Intl.DateTimeFormatOptions, timeZone?: string): Intl.DateTimeFormat {
  const all = timeZone ? { ...options, timeZone } : options;
  const key = tag + JSON.stringify(all);
  const known = made.get(key) ?? new Intl.DateTimeFormat(tag, all);
  made.set(key, known);
  return known;
}

/** For dates in sentences, with a language's own digits and years. */
function format(language: Language, options: Intl.DateTimeFormatOptions, timeZone?: string): Intl.DateTimeFormat {
  return formatIn(tagOf(language), options, timeZone);
}

/** For tables, charts and times alone (`tableTagOf`). */
function listed(language: Language, options: Intl.DateTimeFormatOptions, timeZone?: string): Intl.DateTimeFormat {
  return formatIn(tableTagOf(language), options, timeZone);
}

/** 'Jan 15, 14:05' */
export function shortDate(atMs: number, language: Language, timeZone?: string): string {
  return format(language, SHORT, timeZone).format(atMs);
}

/** 'Jan 15, 14:05:09' */
export function loggedTime(atMs: number, language: Language, timeZone?: string): string {
  return listed(language, LOGGED, timeZone).format(atMs);
}

/** Whether both times are in one year; a date without its year is read as one of the current year. */
function isSameYear(oneMs: number, otherMs: number, timeZone?: string): boolean {
  const year = format('en', YEAR, timeZone);
  return year.format(oneMs) === year.format(otherMs);
}

/** Below this age the time of day still matters. */
const WITH_TIME_MS = 300 * DAY_MS;

/** 'Jan 15, 14:05'; of another year 'Jan 15, 2026, 14:05', and if long ago 'Jan 15, 2026'. */
export function pastDate(atMs: number, nowMs: number, language: Language, timeZone?: string): string {
  return format(language, pastParts(atMs, nowMs, timeZone), timeZone).format(atMs);
}

/** Like `pastDate`, for a table. */
export function listedPastDate(atMs: number, nowMs: number, language: Language, timeZone?: string): string {
  return listed(language, pastParts(atMs, nowMs, timeZone), timeZone).format(atMs);
}

function pastParts(atMs: number, nowMs: number, timeZone?: string): Intl.DateTimeFormatOptions {
  if (isSameYear(atMs, nowMs, timeZone)) return SHORT;
  return nowMs - atMs > WITH_TIME_MS ? DATE : DATE_TIME;
}

/** 'Jan 15, 14:05:09', with the year if it is not the current one; the zone is shown once for many of them. */
export function listedTime(atMs: number, nowMs: number, language: Language, timeZone?: string): string {
  const parts = isSameYear(atMs, nowMs, timeZone) ? LOGGED : EXACT;
  return listed(language, parts, timeZone).format(atMs);
}

/** 'Jan 15, 2026, 14:05:09 GMT+8', shown on hover. */
export function exactTime(atMs: number, language: Language, timeZone?: string): string {
  // Intl puts the offset of a Chinese date before the time.
  return `${listed(language, EXACT, timeZone).format(atMs)} ${gmtOffset(atMs, language, timeZone)}`;
}

/** Like `exactTime`, for sentences, and next to dates that are written so. */
export function writtenTime(atMs: number, language: Language, timeZone?: string): string {
  return `${format(language, EXACT, timeZone).format(atMs)} ${gmtOffset(atMs, language, timeZone)}`;
}

/** 'Jan 15, 2026' */
export function fullDate(atMs: number, language: Language, timeZone?: string): string {
  return format(language, DATE, timeZone).format(atMs);
}

/** A UTC hour in the viewer's zone: its day, and its range with the offset from GMT. */
export function hourRange(hourAtMs: number, language: Language, timeZone?: string): { day: string; range: string } {
  const time = listed(language, TIME, timeZone);
  const range = `${time.format(hourAtMs)}–${time.format(hourAtMs + HOUR_MS)}`;
  const day = listed(language, DAY, timeZone).format(hourAtMs);
  return { day, range: `${range} ${gmtOffset(hourAtMs, language, timeZone)}` };
}

/** Like `fullDate`, for a table. */
export function listedDate(atMs: number, language: Language): string {
  return listed(language, DATE).format(atMs);
}

/** Formats a date given as YYYY-MM-DD: 'Jan 15, 2026'. */
export function calendarDay(date: string, language: Language): string {
  return fullDate(Date.parse(date), language, 'UTC');
}

/** Formats a date given as YYYY-MM-DD with its weekday: 'Thu, Jan 15', or 'Jan 15' if `short`, as below charts. */
export function dayOfWeek(date: string, language: Language, short = false): string {
  return (short ? listed(language, DAY, 'UTC') : format(language, WEEKDAY, 'UTC')).format(Date.parse(date));
}

/** A Monday. */
const WEEK_START_MS = Date.UTC(2024, 0, 1);

/** Chinese has two names for each weekday, 周一 and 星期一; all screens use the short one. */
function hasOneForm(language: Language): boolean {
  return tagOf(language).startsWith('zh');
}

/** A weekday's name, from 1 for Monday to 7: 'Mon', or 'Monday' if `long`. */
export function weekdayName(day: number, language: Language, length: 'short' | 'long' = 'short'): string {
  return format(language, { weekday: hasOneForm(language) ? 'short' : length }, 'UTC').format(
    WEEK_START_MS + (day - 1) * DAY_MS,
  );
}

/** 'Mon, Jan 15, 14:05' */
export function weekdayTime(atMs: number, language: Language, timeZone?: string): string {
  return format(language, WEEKDAY_TIME, timeZone).format(atMs);
}

/** '14:05' */
export function timeOfDay(atMs: number, language: Language, timeZone?: string): string {
  return listed(language, TIME, timeZone).format(atMs);
}

/** 'Thu, Jan 15, 02:00–03:30', or 'Thu, Jan 15, 23:00 – Fri, Jan 16, 01:00'; with the year if it is not the current one. */
export function periodText(fromMs: number, toMs: number, nowMs: number, language: Language, timeZone?: string): string {
  const parts = isSameYear(fromMs, nowMs, timeZone) ? WEEKDAY_TIME : { ...WEEKDAY_TIME, year: 'numeric' as const };
  const [from, to] = [fromMs, toMs].map((atMs) => format(language, parts, timeZone).format(atMs));
  const isOneDay = fullDate(fromMs, language, timeZone) === fullDate(toMs, language, timeZone);
  return isOneDay ? `${from}–${timeOfDay(toMs, language, timeZone)}` : `${from} – ${to}`;
}

/** Formats a range for a list under its day: a range that ends on the same day shows only times. */
export function timeRange(fromMs: number, toMs: number, language: Language, timeZone?: string): string {
  if (fullDate(fromMs, language, timeZone) !== fullDate(toMs, language, timeZone)) {
    return periodText(fromMs, toMs, fromMs, language, timeZone);
  }
  return `${timeOfDay(fromMs, language, timeZone)}–${timeOfDay(toMs, language, timeZone)}`;
}

/** A month given as YYYY-MM: 'January 2026'. */
export function monthName(month: string, language: Language): string {
  return format(language, { year: 'numeric', month: 'long' }, 'UTC').format(Date.parse(month));
}

/** When something ends: '14:05' on the same day, otherwise 'Jan 15, 14:05'. */
export function untilTime(atMs: number, nowMs: number, language: Language, timeZone?: string): string {
  const isToday = fullDate(atMs, language, timeZone) === fullDate(nowMs, language, timeZone);
  return isToday ? timeOfDay(atMs, language, timeZone) : pastDate(atMs, nowMs, language, timeZone);
}

/** 'GMT+5:30': the viewer's offset from GMT at that time. */
export function gmtOffset(atMs: number, language: Language, timeZone?: string): string {
  const parts = listed(language, OFFSET, timeZone).formatToParts(atMs);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
}
