import { type AgentPresence, presentAt } from '../../values/presence.ts';
import { HOUR_MS } from '../../values/time.ts';
import { addDays, type WallClock } from '../../values/zone.ts';
import { slotsBetween, uptimeOf } from './uptime.ts';

/** A location's hour: `availability` is the percentage of known slots with an agent's check-in. */
type LocationHour = { status: 'UP' | 'DOWN' | 'PARTIAL'; availability: number };

/** Within this time a clock shows more than 24 hours, even if it is put forward. */
const LATEST_MS = 27 * HOUR_MS;

/** An hour by the caller's clock, with the ten-minute slots in it. */
export type ClockHour = { date: string; hour: number; slots: number[] };

/**
 * A location's hour: UP if all known slots of its agents are true, DOWN if none, PARTIAL if some, null if none is
 * known.
 */
export function locationHour(
  agents: readonly AgentPresence[],
  slots: readonly number[],
  nowMs: number,
): LocationHour | null {
  const availability = locationUptime(agents, slots, nowMs);
  if (availability === null) return null;
  return { status: availability === 100 ? 'UP' : availability === 0 ? 'DOWN' : 'PARTIAL', availability };
}

/** The percentage of the known slots of all agents of a location that are true; null if none is known. */
export function locationUptime(
  agents: readonly AgentPresence[],
  slots: readonly number[],
  nowMs: number,
): number | null {
  return uptimeOf(
    agents.flatMap(({ presence, activatedAt }) => slots.map((slot) => presentAt(presence, activatedAt, slot, nowMs))),
  );
}

/** The 24 hours of a day by that clock: an hour that the clock skips has no slots, one that it repeats has those of both. */
export function hoursOfDay(date: string, clock: WallClock): ClockHour[] {
  const shown = shownHours(clock.dayStart(date), clock.dayStart(addDays(date, 1)), clock);
  return Array.from({ length: 24 }, (_, hour) => ({
    date,
    hour,
    slots: shown.filter((each) => each.hour === hour).flatMap(({ slots }) => slots),
  }));
}

/** The running hour by that clock and the 23 that it showed before, the oldest first; one that it repeats is there twice. */
export function latestHours(clock: WallClock, nowMs: number): ClockHour[] {
  const now = readClock(clock, nowMs);
  const fullHour = nowMs - ((nowMs + now.offsetMs) % HOUR_MS);
  const shown = shownHours(fullHour - LATEST_MS, fullHour + 2 * HOUR_MS, clock);
  const running = shown.findLastIndex((each) => isSameHour(each, now));
  return shown.slice(running - 23, running + 1).map(({ date, hour, slots }) => ({ date, hour, slots }));
}

type Shown = ReturnType<typeof readClock>;

function readClock(clock: WallClock, atMs: number) {
  return { ...clock.at(atMs), offsetMs: clock.offsetMs(atMs) };
}

/** When clocks go back, the repeated hour is an hour of its own. */
function isSameHour(a: Shown, b: Shown): boolean {
  return a.date === b.date && a.hour === b.hour && a.offsetMs === b.offsetMs;
}

/**
 * The hours that the clock shows in a time, each with the slots that begin in it. The only rule for which slot belongs
 * to which hour.
 */
function shownHours(fromMs: number, toMs: number, clock: WallClock): (Shown & { slots: number[] })[] {
  const hours: (Shown & { slots: number[] })[] = [];
  for (const slot of slotsBetween(fromMs, toMs)) {
    const shown = readClock(clock, slot);
    const last = hours.at(-1);
    if (last && isSameHour(last, shown)) last.slots.push(slot);
    else hours.push({ ...shown, slots: [slot] });
  }
  return hours;
}
