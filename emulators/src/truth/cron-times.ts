import { MINUTE_MS } from '@farwatch/core/values/time';
import { localTime } from './local-time.ts';

/** The longest gap between the runs of any cron expression in a world. */
const SEARCHED_MIN = 3 * 24 * 60;

/**
 * When a job of `minutes hours * * weekdays` runs next after that time, by the clock on the wall: each field is `*`,
 * `*` with a step, or a list. One whose minutes and hours start with no `*` runs once for each time of day: in a skipped
 * hour at its end, in a repeated one the first time.
 */
export function nextRun(cron: string, timeZone: string, afterMs: number): number {
  const [minutes = '', hours = '', , , days = ''] = cron.split(' ');
  const isOnce = !minutes.startsWith('*') && !hours.startsWith('*');
  const isRun = (atMs: number) => {
    const { time, day } = localTime(timeZone, atMs);
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return isIn(minutes, minute) && isIn(hours, hour) && isIn(days, day % 7);
  };
  const isSkippedRun = (atMs: number) => {
    const [before, at] = [atMs - MINUTE_MS, atMs].map((ms) => minuteOfDay(timeZone, ms));
    const { day } = localTime(timeZone, atMs);
    if (before === undefined || at === undefined || !isIn(days, day % 7)) return false;
    for (let minute = before + 1; minute < at; minute += 1)
      if (isIn(hours, Math.floor(minute / 60)) && isIn(minutes, minute % 60)) return true;
    return false;
  };
  const first = Math.floor(afterMs / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  for (let atMs = first; atMs < first + SEARCHED_MIN * MINUTE_MS; atMs += MINUTE_MS) {
    if (isRun(atMs) && !(isOnce && isRepeated(timeZone, atMs))) return atMs;
    if (isOnce && isSkippedRun(atMs)) return atMs;
  }
  throw new Error(`${cron} has no run`);
}

/** Whether the clock has shown that time before: it was turned back by an hour. */
function isRepeated(timeZone: string, atMs: number): boolean {
  return localTime(timeZone, atMs - 60 * MINUTE_MS).time === localTime(timeZone, atMs).time;
}

function minuteOfDay(timeZone: string, atMs: number): number {
  const [hour = 0, minute = 0] = localTime(timeZone, atMs).time.split(':').map(Number);
  return hour * 60 + minute;
}

function isIn(field: string, value: number): boolean {
  if (field === '*') return true;
  if (field.startsWith('*/')) return value % Number(field.slice(2)) === 0;
  return field.split(',').some((each) => Number(each) === value);
}
