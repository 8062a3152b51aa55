import type { ChannelTiming, QuietHours } from '@farwatch/core/values/channel-timing';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { Random } from '../../platform/random.ts';
import { daysBefore, localTime } from '../local-time.ts';
import { STABLE_MS } from '../scenario.ts';
import { T0 } from '../start.ts';

/** Time zones. The first three skip or repeat an hour while the worlds run, the others do not. */
export const ZONES = ['Europe/Berlin', 'Europe/London', 'America/Asuncion', 'Asia/Taipei', 'Asia/Kolkata', 'UTC'];
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** When a world starts, and in which zones its people live. */
export type Setting = { startMs: number; zones: readonly string[] };
export const USUAL: Setting = { startMs: T0, zones: ZONES };

/** When the clocks of a zone are changed: by half an hour on Lord Howe Island, at midnight in the last three. */
const CHANGES: readonly [timeZone: string, atMs: number][] = [
  ['Europe/Berlin', Date.UTC(2024, 2, 31, 1)],
  ['Europe/Berlin', Date.UTC(2024, 9, 27, 1)],
  ['America/New_York', Date.UTC(2024, 2, 10, 7)],
  ['America/New_York', Date.UTC(2024, 10, 3, 6)],
  ['Australia/Lord_Howe', Date.UTC(2024, 3, 6, 15)],
  ['Australia/Lord_Howe', Date.UTC(2024, 9, 5, 15, 30)],
  ['America/Santiago', Date.UTC(2024, 3, 7, 3)],
  ['America/Santiago', Date.UTC(2024, 8, 8, 4)],
  ['Africa/Cairo', Date.UTC(2024, 3, 25, 22)],
  ['Africa/Cairo', Date.UTC(2024, 9, 31, 21)],
  ['Asia/Beirut', Date.UTC(2024, 2, 30, 22)],
  ['Asia/Beirut', Date.UTC(2024, 9, 26, 21)],
];

/** The setting of a world in which the clocks of all people are changed, one of CHANGES after the other. */
export function clockChange(index: number, random: Random): Setting {
  const [timeZone, atMs] = CHANGES[index % CHANGES.length] ?? ['UTC', T0];
  const startMs = Math.floor((atMs - random.between(20, 80) * MINUTE_MS) / HOUR_MS) * HOUR_MS;
  return { startMs, zones: [timeZone] };
}

/** When a channel is notified in a world whose faults end then, ms since its start. */
export function randomTiming(random: Random, untilMs: number, setting = USUAL): ChannelTiming {
  return {
    delayMin: random.pick([0, 0, 0, 5, 10, 20]),
    quietHours: random.chance(setting === USUAL ? 0.4 : 0.8) ? randomQuietHours(random, untilMs, setting) : null,
    reminderMin: random.pick([null, null, 5, 10, 30]),
  };
}

/** They begin and end while something happens. */
function randomQuietHours(random: Random, untilMs: number, { startMs, zones }: Setting): QuietHours {
  const timeZone = random.pick(zones);
  const fromMs = clearTime(timeZone, startMs + random.between(0, Math.max(STABLE_MS, untilMs - STABLE_MS)));
  const toMs = clearTime(timeZone, fromMs + random.spread(5 * MINUTE_MS, 3 * HOUR_MS));
  const { day, time: from } = localTime(timeZone, fromMs);
  const others = EVERY_DAY.filter((each) => each !== day);
  const days = random.pick([EVERY_DAY, EVERY_DAY, [day], others]);
  return { from, to: localTime(timeZone, toMs).time, days, timeZone, passesCritical: random.chance(0.3) };
}

/** By how much clocks are changed; half an hour on Lord Howe Island. */
const SHIFTS_MS = [-HOUR_MS, -HOUR_MS / 2, HOUR_MS / 2, HOUR_MS];

/** Returns that time, or one two hours later whose local time is not repeated. */
export function clearTime(timeZone: string, atMs: number): number {
  const { time } = localTime(timeZone, atMs);
  const isRepeated = SHIFTS_MS.some((shiftMs) => localTime(timeZone, atMs + shiftMs).time === time);
  return isRepeated ? atMs + 2 * HOUR_MS : atMs;
}

/** The local start of what starts then, on that many days before, which is the same time of day. */
export function localStart(timeZone: string, atMs: number, days: number): string {
  const { date, time } = localTime(timeZone, atMs);
  return `${daysBefore(date, days)}T${time}`;
}
