import type { Options } from 'rrule';
import * as library from 'rrule';
import { Temporal } from 'temporal-polyfill';
import { MAINTENANCE } from '../../values/limits.ts';
import { DAY_MS } from '../../values/time.ts';

/** How a list of whole numbers may look: the least and the most; `signed` for counting from the end as well. */
type Range = { least: number; most: number; signed?: true };

const NUMBERS: Record<string, Range> = {
  INTERVAL: { least: 1, most: 1000 },
  COUNT: { least: 1, most: 10_000 },
  BYMONTH: { least: 1, most: 12 },
  BYMONTHDAY: { least: 1, most: 31, signed: true },
  BYYEARDAY: { least: 1, most: 366, signed: true },
  BYWEEKNO: { least: 1, most: 53, signed: true },
  BYHOUR: { least: 0, most: 23 },
  BYMINUTE: { least: 0, most: 59 },
  BYSETPOS: { least: 1, most: 366, signed: true },
};
const PATTERNS: Record<string, RegExp> = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  BYDAY: /^([+-]?[1-9]\d?)?(MO|TU|WE|TH|FR|SA|SU)(,([+-]?[1-9]\d?)?(MO|TU|WE|TH|FR|SA|SU))*$/,
  WKST: /^(MO|TU|WE|TH|FR|SA|SU)$/,
  UNTIL: /^\d{8}(T\d{6}Z?)?$/,
};
/** More times a day reach the limit of occurrences on any nine days. */
const TIMES_PER_DAY = Math.floor(
  (MAINTENANCE.occurrencesPerMonitor * DAY_MS) / (MAINTENANCE.keptMs + MAINTENANCE.aheadMs),
);

export type RuleProblem = 'bad_rule' | 'too_many_occurrences';

/**
 * What is wrong with an RRULE of RFC 5545 for a maintenance window; null if nothing. It repeats daily or less often,
 * without `BYSECOND`, and its start is not part of it.
 */
export function ruleProblem(rule: string): RuleProblem | null {
  const parts = rule.split(';').map((part) => part.split('='));
  const values = new Map(parts.map(([key = '', value = '']) => [key, value]));
  const isValid = parts.every((part) => part.length === 2 && isValidPart(part[0] ?? '', part[1] ?? ''));
  if (!isValid || values.size !== parts.length || !values.has('FREQ')) return 'bad_rule';
  const countOf = (key: string) => new Set(values.get(key)?.split(',') ?? ['']).size;
  return countOf('BYHOUR') * countOf('BYMINUTE') > TIMES_PER_DAY ? 'too_many_occurrences' : null;
}

function isValidPart(key: string, value: string): boolean {
  if (Object.hasOwn(PATTERNS, key)) return PATTERNS[key]?.test(value) === true;
  const range = Object.hasOwn(NUMBERS, key) ? NUMBERS[key] : undefined;
  return range !== undefined && value.split(',').every((each) => isWithin(each, range));
}

function isWithin(text: string, { least, most, signed }: Range): boolean {
  if (!/^[+-]?\d{1,5}$/.test(text)) return false;
  const value = signed ? Math.abs(Number(text)) : Number(text);
  return value >= least && value <= most;
}

/** A rule by the wall clock. Its times are local dates and times, in ms as if they were UTC. */
export type LocalRule = {
  /** The times from `from` to `to`, both included, the earliest first. */
  between(from: number, to: number): number[];
  /** The first time not before `from`; null if there is none in the next 300 years. */
  first(from: number): number | null;
};

/**
 * The calendar repeats after 400 years. The library looks for the next time until the year 9999, so it is queried about
 * late years, where a rule that never takes place ends soon.
 */
const CALENDAR_YEARS = 400;
const CALENDAR_MS = 146_097 * DAY_MS;
const LAST_YEAR = 9999;
const LOOK_AHEAD_YEARS = 300;

/** Between 1901 and 2099 every fourth year is a leap year, so the calendar repeats after 28 years. */
const REGULAR = {
  fromMs: Date.UTC(1901, 0),
  toMs: Date.UTC(2100, 0),
  years: 28,
  ms: 10_227 * DAY_MS,
  longestMs: 60 * 366 * DAY_MS,
};

/** A bundler sees a module with names; Node sees CommonJS, all of it in `default`, which the types do not declare. */
const { RRule } = 'default' in library ? (library.default as typeof library) : library;

/**
 * The rule from a local start; null if it is invalid. `UNTIL` includes its whole day if it is a date, and is a local
 * time unless it ends in Z.
 */
export function localRule(rule: string, startMs: number, timeZone: string): LocalRule | null {
  if (ruleProblem(rule) !== null) return null;
  const [, until] = /(?:^|;)UNTIL=([^;]+)/.exec(rule) ?? [];
  const lastMs = until === undefined ? null : untilMs(until, timeZone);
  if (until !== undefined && lastMs === null) return null;
  const options = RRule.parseString(rule.replace(/(^|;)UNTIL=[^;]+/, '').replace(/^;/, ''));
  const years = LAST_YEAR - LOOK_AHEAD_YEARS - new Date(startMs).getUTCFullYear();
  const shiftMs = Math.max(0, Math.floor(years / CALENDAR_YEARS)) * CALENDAR_MS;
  const from = (fromMs: number, shiftMs: number) =>
    new RRule({
      ...options,
      dtstart: new Date(laterStart(options, startMs, fromMs) + shiftMs),
      bysecond: 0,
      until: lastMs === null ? null : new Date(lastMs + shiftMs),
    });
  return {
    between: (fromMs, toMs) => {
      const lateMs = latestShift(startMs, toMs) ?? shiftMs;
      return from(fromMs, lateMs)
        .between(new Date(fromMs + lateMs), new Date(toMs + lateMs), true)
        .map((date) => date.getTime() - lateMs);
    },
    first: (fromMs) => {
      const found = from(fromMs, shiftMs).after(new Date(fromMs + shiftMs), true);
      return found === null ? null : found.getTime() - shiftMs;
    },
  };
}

/**
 * Moves a time that ends at `toMs` so far that the library, which looks for one more occurrence after it, has at most 28
 * years left: for a rule that rarely takes place, that is most of its work. Null for a time in irregular years.
 */
function latestShift(startMs: number, toMs: number): number | null {
  const isRegular = startMs >= REGULAR.fromMs && toMs < REGULAR.toMs && toMs - startMs < REGULAR.longestMs;
  if (!isRegular) return null;
  const cycles = Math.floor((LAST_YEAR - new Date(toMs).getUTCFullYear()) / CALENDAR_YEARS) + 1;
  const beyond = new Date(toMs).getUTCFullYear() + cycles * CALENDAR_YEARS - LAST_YEAR;
  return cycles * CALENDAR_MS - Math.ceil(beyond / REGULAR.years) * REGULAR.ms;
}

/** A start from which the same times follow: without it, a daily rule would be expanded from its first day each time. */
function laterStart({ freq, interval, count }: Partial<Options>, startMs: number, fromMs: number): number {
  const days = freq === RRule.DAILY ? 1 : freq === RRule.WEEKLY ? 7 : null;
  if (days === null || count) return startMs;
  const stepMs = days * (interval ?? 1) * DAY_MS;
  return startMs + Math.max(0, Math.floor((fromMs - startMs) / stepMs) - 1) * stepMs;
}

function untilMs(until: string, timeZone: string): number | null {
  try {
    return asUtc(untilLocal(until, timeZone));
  } catch {
    return null; // no such date or time
  }
}

function untilLocal(until: string, timeZone: string): Temporal.PlainDateTime {
  if (until.endsWith('Z')) return Temporal.Instant.from(until).toZonedDateTimeISO(timeZone).toPlainDateTime();
  if (until.includes('T')) return Temporal.PlainDateTime.from(until);
  return Temporal.PlainDate.from(until).toPlainDateTime('23:59:59');
}

function asUtc(local: Temporal.PlainDateTime): number {
  return local.toZonedDateTime('UTC').epochMilliseconds;
}
