import type { ChannelTiming, QuietHours } from '@farwatch/core/values/channel-timing';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { Random } from '../../platform/random.ts';
import { daysBefore, localTime } from '../local-time.ts';
import { STABLE_MS } from '../scenario.ts';
import { T0 } from '../start.ts';

/** Time zones. The first three skip or repeat an hour while the worlds run, the others do not. */
export const ZONES = ['Europe/Berlin', 'Europe/London', 'America/Asuncion', 'Asia/Taipei', 'Asia/Kolkata', 'UTC'];
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** When a channel is notified in a world whose faults end then, ms since its start. */
export function randomTiming(random: Random, untilMs: number): ChannelTiming {
  return {
    delayMin: random.pick([0, 0, 0, 5, 10, 20]),
    quietHours: random.chance(0.4) ? randomQuietHours(random, untilMs) : null,
    reminderMin: random.pick([null, null, 5, 10, 30]),
  };
}

/** They begin and end while something happens. */
function randomQuietHours(random: Random, untilMs: number): QuietHours {
  const timeZone = random.pick(ZONES);
  const fromMs = clearTime(timeZone, T0 + random.between(0, Math.max(STABLE_MS, untilMs - STABLE_MS)));
  const toMs = clearTime(timeZone, fromMs + random.spread(5 * MINUTE_MS, 3 * HOUR_MS));
  const { day, time: from } = localTime(timeZone, fromMs);
  const others = EVERY_DAY.filter((each) => each !== day);
  const days = random.pick([EVERY_DAY, EVERY_DAY, [day], others]);
  return { from, to: localTime(timeZone, toMs).time, days, timeZone, passesCritical: random.chance(0.3) };
}

/** Returns that time, or one two hours later whose local time is not repeated. */
export function clearTime(timeZone: string, atMs: number): number {
  const [before, at, after] = [atMs - HOUR_MS, atMs, atMs + HOUR_MS].map((ms) => localTime(timeZone, ms).time);
  return before === at || at === after ? atMs + 2 * HOUR_MS : atMs;
}

/** The local start of what starts then, on that many days before, which is the same time of day. */
export function localStart(timeZone: string, atMs: number, days: number): string {
  const { date, time } = localTime(timeZone, atMs);
  return `${daysBefore(date, days)}T${time}`;
}
