import { HOUR_MS } from '../time.ts';
import { addDays, type WallClock } from '../zone.ts';
import { type AgentPresence, presentAt } from './presence.ts';
import { slotsBetween, uptimeOf } from './uptime.ts';

/** A location's hour: `availability` is the percentage of known slots with an agent's check-in. */
export type LocationHour = { status: 'UP' | 'DOWN' | 'PARTIAL'; availability: number };

/** An hour by the caller's clock, with the ten-minute slots in it. */
export type ClockHour = { date: string; hour: number; slots: number[] };

/** How a location did in an hour's slots: UP all known slots of its agents true, DOWN none, PARTIAL some, null none known (design 5). */
export function locationHour(
  agents: readonly AgentPresence[],
  slots: readonly number[],
  nowMs: number,
): LocationHour | null {
  const availability = locationUptime(agents, slots, nowMs);
  if (availability === null) return null;
  return { status: availability === 100 ? 'UP' : availability === 0 ? 'DOWN' : 'PARTIAL', availability };
}

/** The percentage of the known slots of all agents of a location that are true; null where none is known. */
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
  const slots = slotsBetween(clock.dayStart(date), clock.dayStart(addDays(date, 1)));
  const hours = slots.map((slot) => clock.at(slot).hour);
  return Array.from({ length: 24 }, (_, hour) => ({
    date,
    hour,
    slots: slots.filter((_slot, index) => hours[index] === hour),
  }));
}

/** The running hour by that clock and the 23 before it, the oldest first. */
export function latestHours(clock: WallClock, nowMs: number): ClockHour[] {
  const local = nowMs + clock.offsetMs(nowMs);
  const running = nowMs - (local - Math.floor(local / HOUR_MS) * HOUR_MS);
  return Array.from({ length: 24 }, (_, index) => {
    const from = running - (23 - index) * HOUR_MS;
    return { ...clock.at(from), slots: slotsBetween(from, from + HOUR_MS) };
  });
}
