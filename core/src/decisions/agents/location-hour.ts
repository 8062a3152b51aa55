import { type AgentPresence, presentAt } from '../../values/presence.ts';
import { HOUR_MS, WINDOW_MS } from '../../values/time.ts';
import { addDays, type WallClock } from '../../values/zone.ts';
import { isActive } from './health.ts';
import { slotsBetween, uptimeOf } from './uptime.ts';

/** A location's hour: `availability` is the percentage of known slots with an agent's check-in. */
type LocationHour = { status: 'UP' | 'DOWN' | 'PARTIAL'; availability: number };

/** Long enough to contain 24 clock hours, even if the clock is put forward. */
const LATEST_MS = 27 * HOUR_MS;

/** An hour by the caller's clock, with the ten-minute slots in it. */
export type ClockHour = { date: string; hour: number; slots: number[] };

/**
 * Returns a location's hour: UP if its agents were present in all known slots, DOWN in none, PARTIAL in some; null if
 * no slot is known.
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

/** Returns in how many percent of the known slots a location's agents were present; null if no slot is known. */
export function locationUptime(
  agents: readonly AgentPresence[],
  slots: readonly number[],
  nowMs: number,
): number | null {
  return uptimeOf(
    agents.flatMap(({ presence, activatedAt }) => slots.map((slot) => presentAt(presence, activatedAt, slot, nowMs))),
  );
}

type CountedAgent = AgentPresence & Parameters<typeof isActive>[0] & { createdAt: number };

/**
 * Counts a location's agents and the active ones over these slots, oldest first: as of now if they reach until now;
 * otherwise those that had been created by their end, and those that checked in during them.
 */
export function countAgents(
  agents: readonly CountedAgent[],
  slots: readonly number[],
  nowMs: number,
): { total: number; active: number } {
  const endMs = (slots.at(-1) ?? nowMs) + WINDOW_MS;
  if (endMs > nowMs) return { total: agents.length, active: agents.filter((each) => isActive(each, nowMs)).length };
  const isPresent = ({ presence, activatedAt }: AgentPresence) =>
    slots.some((slot) => presentAt(presence, activatedAt, slot, nowMs) === true);
  return {
    total: agents.filter(({ createdAt }) => createdAt < endMs).length,
    active: agents.filter(isPresent).length,
  };
}

/** Returns the 24 hours of a day: an hour that the clock skips has no slots, a repeated one has the slots of both. */
export function hoursOfDay(date: string, clock: WallClock): ClockHour[] {
  const clockHour = shownHours(clock.dayStart(date), clock.dayStart(addDays(date, 1)), clock);
  return Array.from({ length: 24 }, (_, hour) => ({
    date,
    hour,
    slots: clockHour.filter((each) => each.hour === hour).flatMap(({ slots }) => slots),
  }));
}

/** Returns the clock's current hour and the 23 before it, the oldest first; a repeated hour appears twice. */
export function latestHours(clock: WallClock, nowMs: number): ClockHour[] {
  const now = readClock(clock, nowMs);
  const fullHour = nowMs - ((nowMs + now.offsetMs) % HOUR_MS);
  const clockHour = shownHours(fullHour - LATEST_MS, fullHour + 2 * HOUR_MS, clock);
  const running = clockHour.findLastIndex((each) => isSameHour(each, now));
  return clockHour.slice(running - 23, running + 1).map(({ date, hour, slots }) => ({ date, hour, slots }));
}

type Shown = ReturnType<typeof readClock>;

function readClock(clock: WallClock, atMs: number) {
  return { ...clock.at(atMs), offsetMs: clock.offsetMs(atMs) };
}

/** When clocks go back, the repeated hour is a separate hour. */
function isSameHour(a: Shown, b: Shown): boolean {
  return a.date === b.date && a.hour === b.hour && a.offsetMs === b.offsetMs;
}

/** Returns the clock's hours between two times, each with the slots that start in it. */
function shownHours(fromMs: number, toMs: number, clock: WallClock): (Shown & { slots: number[] })[] {
  const hours: (Shown & { slots: number[] })[] = [];
  for (const slot of slotsBetween(fromMs, toMs)) {
    const clockHour = readClock(clock, slot);
    const last = hours.at(-1);
    if (last && isSameHour(last, clockHour)) last.slots.push(slot);
    else hours.push({ ...clockHour, slots: [slot] });
  }
  return hours;
}
