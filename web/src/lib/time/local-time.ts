import { wallClock } from '@farwatch/core/values/zone';

/** The date and time of a zone's clock. */
export function localTime(atMs: number, timeZone: string): { date: string; time: string } {
  const local = new Date(atMs + wallClock(timeZone).offsetMs(atMs)).toISOString();
  return { date: local.slice(0, 10), time: local.slice(11, 16) };
}
