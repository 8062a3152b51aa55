import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';
import { type WallClock, wallClock } from './zone.ts';

/**
 * A cron expression as Debian's cron and Healthchecks read it. Days are matched by day of the month and weekday: both
 * must match if one of the fields starts with `*`, otherwise one is enough.
 */
export type CronSchedule = {
  minutes: ReadonlySet<number>;
  hours: ReadonlySet<number>;
  months: ReadonlySet<number>;
  isDay: (date: Date) => boolean;
  /**
   * Whether minute or hour starts with `*`. Such a job runs whenever the clock shows a matching time. Others run once a
   * time: in a repeated hour the first time, and what lies in a skipped hour at its end.
   */
  isWildcard: boolean;
};

const MACROS: Readonly<Record<string, string>> = {
  '@HOURLY': '0 * * * *',
  '@DAILY': '0 0 * * *',
  '@MIDNIGHT': '0 0 * * *',
  '@WEEKLY': '0 0 * * 0',
  '@MONTHLY': '0 0 1 * *',
  '@YEARLY': '0 0 1 1 *',
  '@ANNUALLY': '0 0 1 1 *',
};

type Field = { least: number; most: number; names?: readonly string[] };
const MINUTE: Field = { least: 0, most: 59 };
const HOUR: Field = { least: 0, most: 23 };
const DAY: Field = { least: 1, most: 31 };
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const MONTH: Field = { least: 1, most: 12, names: ['', ...MONTHS] };
/** Sunday is 0 and 7. */
const WEEKDAY: Field = { least: 0, most: 7, names: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] };

/** Dates repeat within so many years: 29 February on a weekday, across a year without a leap day. */
const SEARCHED_MS = 41 * 366 * DAY_MS;

/**
 * Returns what an expression of five fields or a macro such as `@daily` means; null if it is none. Beyond Debian's cron,
 * days of the month may be `L` (the last), `15W` (the weekday nearest to it) and `LW`, and weekdays `MON#1`, `MON#L` and
 * `MONL` (the first or last of the month). `?` is `*`.
 */
export function parseCron(text: string): CronSchedule | null {
  const trimmed = text.trim().toUpperCase();
  const fields = (MACROS[trimmed] ?? trimmed).replaceAll('?', '*').split(/\s+/);
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  const [minutes, hours, months] = [parseField(MINUTE, minute), parseField(HOUR, hour), parseField(MONTH, month)];
  const isDay = dayMatcher(day, weekday);
  if (fields.length !== 5 || !minutes || !hours || !months || !isDay) return null;
  return { minutes, hours, months, isDay, isWildcard: minute.startsWith('*') || hour.startsWith('*') };
}

/** Whether a text is a cron expression that matches any time. */
export function isCron(text: string): boolean {
  const schedule = parseCron(text);
  return schedule !== null && nextMatch(schedule, Date.UTC(2000, 0)) !== null;
}

/** Returns the values of a field: a list of values, ranges and `*`, each of which may have a step; null if it is none. */
function parseField(field: Field, text: string): Set<number> | null {
  const terms = text.split(',').map((term) => parseTerm(field, term));
  return terms.includes(null) ? null : new Set(terms.flatMap((term) => term ?? []));
}

function parseTerm(field: Field, term: string): number[] | null {
  const [, range = '', stepText] = /^([^/]+)(?:\/(\d+))?$/.exec(term) ?? [];
  const [first = '', last, ...more] = range.split('-');
  const from = range === '*' ? field.least : parseValue(field, first);
  // A value with a step runs to the end of the field, as a `*` does.
  const isOpen = range === '*' || (last === undefined && stepText !== undefined);
  const to = isOpen ? field.most : last === undefined ? from : parseLast(field, last);
  const step = Number(stepText ?? 1);
  if (from === null || to === null || more.length > 0 || to < from || step === 0) return null;
  const values: number[] = [];
  for (let value = from; value <= to; value += step) values.push(value);
  return values;
}

function parseValue({ least, most, names = [] }: Field, text: string): number | null {
  const value = /^\d+$/.test(text) ? Number(text) : names.indexOf(text || '-');
  return value >= least && value <= most ? value : null;
}

/** The end of a range: a week that ends with Sunday ends with 7. */
function parseLast(field: Field, text: string): number | null {
  return field === WEEKDAY && text === 'SUN' ? 7 : parseValue(field, text);
}

type DayMatcher = (date: Date) => boolean;

function dayMatcher(day: string, weekday: string): DayMatcher | null {
  const ofMonth = anyOf(day, (term) => lastOf(term) ?? nearestWeekday(term) ?? plainDay(term));
  const ofWeek = anyOf(weekday, (term) => nthWeekday(term) ?? plainWeekday(term));
  if (!ofMonth || !ofWeek) return null;
  const areBothNeeded = day.startsWith('*') || weekday.startsWith('*');
  return areBothNeeded ? (date) => ofMonth(date) && ofWeek(date) : (date) => ofMonth(date) || ofWeek(date);
}

function anyOf(field: string, parse: (term: string) => DayMatcher | null): DayMatcher | null {
  const matchers = field.split(',').map(parse);
  if (matchers.includes(null)) return null;
  return (date) => matchers.some((matches) => matches?.(date));
}

function plainDay(term: string): DayMatcher | null {
  const days = parseTerm(DAY, term);
  return days && ((date) => days.includes(date.getUTCDate()));
}

function plainWeekday(term: string): DayMatcher | null {
  const days = parseTerm(WEEKDAY, term)?.map((day) => day % 7);
  return days ? (date) => days.includes(date.getUTCDay()) : null;
}

function lastOf(term: string): DayMatcher | null {
  return term === 'L' ? (date) => date.getUTCDate() === monthLength(date) : null;
}

/** `15W` is the weekday nearest to the 15th, within its month; `LW` the last weekday of the month. */
function nearestWeekday(term: string): DayMatcher | null {
  const [, text = ''] = /^(\d+|L)W$/.exec(term) ?? [];
  const nominal = text === 'L' ? DAY.most : parseValue(DAY, text);
  if (nominal === null) return null;
  return (date) => {
    const length = monthLength(date);
    if (text !== 'L' && nominal > length) return false;
    const day = Math.min(nominal, length);
    const weekday = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day)).getUTCDay();
    if (weekday === 6) return date.getUTCDate() === (day === 1 ? 3 : day - 1);
    if (weekday === 0) return date.getUTCDate() === (day === length ? day - 2 : day + 1);
    return date.getUTCDate() === day;
  };
}

/** `MON#1` is the first Monday of the month, `MON#L` and `MONL` the last one. */
function nthWeekday(term: string): DayMatcher | null {
  const [, day = '', which = 'L'] = /^(\w+?)(?:#([1-5L])|L)$/.exec(term) ?? [];
  const weekday = parseValue(WEEKDAY, day);
  if (weekday === null) return null;
  return (date) => {
    if (date.getUTCDay() !== weekday % 7) return false;
    if (which === 'L') return date.getUTCDate() > monthLength(date) - 7;
    return Math.ceil(date.getUTCDate() / 7) === Number(which);
  };
}

function monthLength(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

/**
 * Returns the first time after `afterMs` at which a job of a cron expression runs in a time zone, epoch ms; null if there
 * is none, or the text is no expression.
 */
export function nextCronTime(cron: string, timeZone: string, afterMs: number): number | null {
  const schedule = parseCron(cron);
  if (!schedule) return null;
  const clock = wallClock(timeZone);
  return schedule.isWildcard ? nextShown(schedule, clock, afterMs) : nextOnce(schedule, clock, afterMs);
}

/** By the wall clock: each time that it shows a matching time, and never in a skipped hour. */
function nextShown(schedule: CronSchedule, clock: WallClock, afterMs: number): number | null {
  let fromMs = (Math.floor(afterMs / MINUTE_MS) + 1) * MINUTE_MS;
  for (;;) {
    const offsetMs = clock.offsetMs(fromMs);
    const local = nextMatch(schedule, fromMs + offsetMs);
    if (local === null) return null;
    const atMs = local - offsetMs;
    if (clock.offsetMs(atMs) === offsetMs) return atMs;
    // The clock changes before. Nothing matches until then.
    fromMs = changeBetween(clock, fromMs, atMs);
  }
}

/** By the times of day: each matching time has one instant, later than that of any earlier time. */
function nextOnce(schedule: CronSchedule, clock: WallClock, afterMs: number): number | null {
  let local = nextMatch(schedule, Math.floor((afterMs + clock.offsetMs(afterMs)) / MINUTE_MS) * MINUTE_MS);
  while (local !== null) {
    const atMs = instantOf(clock, local);
    if (atMs > afterMs) return atMs;
    local = nextMatch(schedule, local + MINUTE_MS);
  }
  return null;
}

/** When a clock shows a local time first; the end of the gap if it skips that. */
function instantOf(clock: WallClock, local: number): number {
  const [before, after] = [clock.offsetMs(local - DAY_MS), clock.offsetMs(local + DAY_MS)];
  const isShown = (atMs: number) => atMs + clock.offsetMs(atMs) === local;
  const found = [local - before, local - after].filter(isShown);
  return found.length > 0 ? Math.min(...found) : changeBetween(clock, local - after, local - before);
}

/** The first minute after a change of the clock that lies between two times with different offsets. */
function changeBetween(clock: WallClock, fromMs: number, toMs: number): number {
  const offsetMs = clock.offsetMs(fromMs);
  let [before, after] = [Math.floor(fromMs / MINUTE_MS), Math.ceil(toMs / MINUTE_MS)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clock.offsetMs(middle * MINUTE_MS) === offsetMs) before = middle;
    else after = middle;
  }
  return after * MINUTE_MS;
}

/** The first matching local time from a minute on, in ms as if it were UTC; null if there is none. */
function nextMatch({ minutes, hours, months, isDay }: CronSchedule, fromMs: number): number | null {
  const firstDay = Math.floor(fromMs / DAY_MS) * DAY_MS;
  for (let dayMs = firstDay; dayMs < firstDay + SEARCHED_MS; dayMs += DAY_MS) {
    const date = new Date(dayMs);
    if (!months.has(date.getUTCMonth() + 1) || !isDay(date)) continue;
    for (let atMs = Math.max(dayMs, fromMs); atMs < dayMs + DAY_MS; ) {
      const hourMs = Math.floor(atMs / HOUR_MS) * HOUR_MS;
      if (!hours.has((hourMs - dayMs) / HOUR_MS)) atMs = hourMs + HOUR_MS;
      else if (minutes.has((atMs - hourMs) / MINUTE_MS)) return atMs;
      else atMs += MINUTE_MS;
    }
  }
  return null;
}
