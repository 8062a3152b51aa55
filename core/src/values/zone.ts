import { z } from 'zod';
import { DAY_MS } from './time.ts';

/** An IANA time zone that this runtime knows. */
export const timeZoneSchema = z.string().max(64, { abort: true }).refine(isTimeZone, 'not a time zone');

/** Abbreviations that runtimes take for one zone, and people for another; in capitals. */
const AMBIGUOUS_ZONES: Readonly<Record<string, readonly string[]>> = {
  ACT: ['Australia/Darwin', 'America/Rio_Branco'],
  AET: ['Australia/Sydney', 'Australia/Brisbane'],
  AST: ['America/Halifax', 'Asia/Riyadh', 'America/Anchorage'],
  BST: ['Europe/London', 'Asia/Dhaka'],
  CST: ['Asia/Taipei', 'Asia/Shanghai', 'America/Chicago', 'America/Havana'],
  ECT: ['America/Guayaquil', 'Europe/Paris'],
  EST: ['America/New_York', 'America/Panama', 'Australia/Sydney'],
  IST: ['Asia/Kolkata', 'Europe/Dublin', 'Asia/Jerusalem'],
  MIT: ['Pacific/Apia', 'Pacific/Marquesas'],
  MST: ['America/Denver', 'America/Phoenix', 'Asia/Kuala_Lumpur'],
  NST: ['America/St_Johns', 'Pacific/Auckland'],
  PST: ['America/Los_Angeles', 'Asia/Manila'],
  SST: ['Pacific/Pago_Pago', 'Pacific/Guadalcanal'],
};

/** A time zone in a request: no abbreviation that means several. Stored ones are read by `timeZoneSchema`. */
export const timeZoneInputSchema = timeZoneSchema.superRefine((zone, context) => {
  const message = ambiguityOf(zone);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

/** Why a zone is refused in requests, with proposals; null if it means one zone. */
export function ambiguityOf(zone: string): string | null {
  const name = zone.toUpperCase();
  const meant = Object.hasOwn(AMBIGUOUS_ZONES, name) ? AMBIGUOUS_ZONES[name] : undefined;
  return meant ? `ambiguous: use ${meant.join(', ')} or another IANA time zone` : null;
}

/** A calendar day in a plausible range: YYYY-MM-DD from the year 2000 on. */
export const dateSchema = z.iso
  .date({ abort: true })
  .refine((date) => date >= '2000-01-01' && date < '3000', 'out of range');

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

/** Of zones that were used: to make one takes much longer than to use it. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** One takes tens of kilobytes. */
const MOST_FORMATS = 100;

/** Throws a RangeError for a name that is no time zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format) return format;
  format = new Intl.DateTimeFormat('en-US-u-ca-iso8601-hc-h23', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (formats.size >= MOST_FORMATS) formats.clear();
  formats.set(timeZone, format);
  return format;
}

function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The wall clock of a time zone. `date` is YYYY-MM-DD, `hour` 0 to 23. */
export type WallClock = {
  /** How far local time is ahead of UTC at that time, in ms. */
  offsetMs(atMs: number): number;
  at(atMs: number): { date: string; hour: number };
  /** Start of a local day, epoch ms: not midnight if the clock skips that; the next day's start for a skipped day. */
  dayStart(date: string): number;
};

/** Returns the clock of a zone that `timeZoneSchema` accepts. */
export function wallClock(timeZone: string): WallClock {
  const format = formatOf(timeZone);
  const offsetMs = (atMs: number): number => {
    const parts = format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]);
    const { year, month, day, hour, minute, second }: Record<Part, number> = Object.fromEntries(parts);
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
  };
  const at = (atMs: number) => {
    const local = new Date(atMs + offsetMs(atMs));
    return { date: local.toISOString().slice(0, 10), hour: local.getUTCHours() };
  };
  const dayStart = (date: string) => {
    const utc = Date.parse(date);
    // One of the offsets, a day before or a day after, is right at the start of the day.
    const tries = [utc - offsetMs(utc - DAY_MS), utc - offsetMs(utc + DAY_MS)];
    const within = tries.filter((start) => at(start).date === date);
    return within.length > 0 ? Math.min(...within) : Math.max(...tries);
  };
  return { offsetMs, at, dayStart };
}

/** Returns the calendar day `days` days after `date`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}
