import type { Range } from '../../values/history/range-metrics.ts';
import { HOUR_MS } from '../../values/time.ts';
import { addDays, type WallClock } from '../../values/zone.ts';

export type Resolution = 'hour' | 'day';

/**
 * Cuts a range at the hours or days of a zone, the oldest part first, without gaps. A local hour starts where the minutes
 * are 0, so that a zone's offset of half an hour shifts it, and so does a clock that is set forward by half an hour.
 */
export function localParts(range: Range, resolution: Resolution, clock: WallClock): Range[] {
  const parts: Range[] = [];
  for (let fromMs = range.fromMs; fromMs < range.toMs; ) {
    const next = resolution === 'day' ? nextDay(fromMs, clock) : nextHour(fromMs, clock);
    const toMs = Math.min(range.toMs, next);
    parts.push({ fromMs, toMs });
    fromMs = toMs;
  }
  return parts;
}

/** A day that the clock skips altogether starts and ends at the same time. */
function nextDay(atMs: number, clock: WallClock): number {
  let { date } = clock.at(atMs);
  let start: number;
  do {
    date = addDays(date, 1);
    start = clock.dayStart(date);
  } while (start <= atMs);
  return start;
}

function nextHour(atMs: number, clock: WallClock): number {
  const offsetMs = clock.offsetMs(atMs);
  return Math.floor((atMs + offsetMs) / HOUR_MS) * HOUR_MS + HOUR_MS - offsetMs;
}

/** The hour of a local week: `weekday` is 1 for Monday to 7. */
export type WeekTime = { weekday: number; hour: number };

/** Returns the hour of the local week at a time. */
export function weekTime(atMs: number, clock: WallClock): WeekTime {
  const { date, hour } = clock.at(atMs);
  const day = new Date(Date.parse(date)).getUTCDay();
  return { weekday: day === 0 ? 7 : day, hour };
}
