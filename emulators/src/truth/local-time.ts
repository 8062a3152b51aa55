import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';

/** The time on a wall clock. */
export type LocalTime = {
  date: string;
  time: string;
  /** 1 Monday to 7 Sunday. */
  day: number;
};

const formats = new Map<string, Intl.DateTimeFormat>();
const known = new Map<string, LocalTime>();

/** The local date and time of a zone, to the minute. All worlds start at the same time, so few are ever computed. */
export function localTime(timeZone: string, atMs: number): LocalTime {
  const key = `${timeZone} ${Math.floor(atMs / MINUTE_MS)}`;
  const found = known.get(key) ?? readClock(timeZone, atMs);
  known.set(key, found);
  return found;
}

function readClock(timeZone: string, atMs: number): LocalTime {
  const parts = formatOf(timeZone).formatToParts(atMs);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  const weekday = new Date(`${date}T00:00Z`).getUTCDay();
  return { date, time: `${part('hour')}:${part('minute')}`, day: weekday === 0 ? 7 : weekday };
}

/** The date that many days before. */
export function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const made = formats.get(timeZone);
  if (made) return made;
  const [year, month, day, hour, minute] = ['numeric', '2-digit', '2-digit', '2-digit', '2-digit'] as const;
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, year, month, day, hour, minute, hourCycle: 'h23' });
  formats.set(timeZone, format);
  return format;
}
