import { Temporal } from 'temporal-polyfill';
import type { QuietHours } from '../../values/channel-timing.ts';

/** More days in a row are not joined: after that it is looked at again. */
const JOINED_DAYS = 8;

/**
 * The end of the quiet hours that a time lies in, epoch ms; null outside. They cover every minute whose local time lies
 * between `from` and `to`: what starts or ends in an hour that the clock skips does so when it skips it; in an hour that
 * it repeats they begin the first time and end the second.
 */
export function quietHoursEnd(hours: QuietHours, atMs: number): number | null {
  const today = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(hours.timeZone).toPlainDate();
  let untilMs = atMs;
  for (let days = -1; days < JOINED_DAYS; days += 1) {
    const day = today.add({ days });
    if (!hours.days.includes(day.dayOfWeek)) continue;
    const last = hours.to > hours.from ? day : day.add({ days: 1 });
    if (instantOf(day, hours.from, hours.timeZone, 'earlier') > untilMs) break;
    const endMs = instantOf(last, hours.to, hours.timeZone, 'later');
    if (endMs > untilMs) untilMs = endMs;
  }
  return untilMs > atMs ? untilMs : null;
}

/**
 * When it is this time in the zone, epoch ms: the earlier or later if the clock repeats it, and the first time after the
 * gap if the clock skips it.
 */
function instantOf(day: Temporal.PlainDate, time: string, timeZone: string, which: 'earlier' | 'later'): number {
  const local = day.toPlainDateTime(time);
  const zoned = local.toZonedDateTime(timeZone, { disambiguation: which });
  if (zoned.toPlainDateTime().equals(local)) return zoned.epochMilliseconds;
  // Always before the gap, whereas `later` is its very end for a time at its start.
  const before = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  return (before.getTimeZoneTransition('next') ?? before).epochMilliseconds;
}
