import { type AgentPresence, presentAt } from '../../values/presence.ts';
import { DAY_MS, HOUR_MS, WINDOW_MS } from '../../values/time.ts';
import { addDays, type WallClock } from '../../values/zone.ts';

/** Days of stored presence, including today. */
const DAYS = 30;

/** Returns a time in each ten-minute slot between two times. */
export function slotsBetween(fromMs: number, toMs: number): number[] {
  return Array.from({ length: Math.ceil((toMs - fromMs) / WINDOW_MS) }, (_, index) => fromMs + index * WINDOW_MS);
}

/** Returns the percentage of known slots that are true; null if none is known. */
export function uptimeOf(slots: readonly (boolean | null)[]): number | null {
  const known = slots.filter((slot) => slot !== null);
  return known.length === 0 ? null : (known.filter(Boolean).length / known.length) * 100;
}

type AgentUptime = {
  today: number | null;
  average: number | null;
  daily: { date: string; uptime: number | null }[];
};

/**
 * Returns for how much of the last thirty days an agent was present, in percent: by days of the caller's time zone, the
 * oldest first.
 */
export function agentUptime({ presence, activatedAt }: AgentPresence, clock: WallClock, nowMs: number): AgentUptime {
  const today = clock.at(nowMs).date;
  const days = Array.from({ length: DAYS }, (_, index) => addDays(today, index + 1 - DAYS)).map((date) => {
    const slots = slotsBetween(clock.dayStart(date), clock.dayStart(addDays(date, 1)));
    return { date, slots: slots.map((slot) => presentAt(presence, activatedAt, slot, nowMs)) };
  });
  const daily = days.map(({ date, slots }) => ({ date, uptime: uptimeOf(slots) }));
  return { today: daily.at(-1)?.uptime ?? null, average: uptimeOf(days.flatMap(({ slots }) => slots)), daily };
}

type UptimeHour = { hour: number; segments: (boolean | null)[]; uptime: number | null };

/** Returns the 24 UTC hours of a day, each with its six ten-minute slots. */
export function uptimeHours({ presence, activatedAt }: AgentPresence, date: string, nowMs: number): UptimeHour[] {
  const dayMs = Date.parse(date);
  return Array.from({ length: DAY_MS / HOUR_MS }, (_, hour) => {
    const from = dayMs + hour * HOUR_MS;
    const segments = slotsBetween(from, from + HOUR_MS).map((slot) => presentAt(presence, activatedAt, slot, nowMs));
    return { hour, segments, uptime: uptimeOf(segments) };
  });
}

/** Ten minutes of an agent: `none` if unknown, `future` if they are not over yet. */
export type PresenceState = 'present' | 'absent' | 'none' | 'future';

/** Returns the state of the ten minutes from `startMs` (epoch ms), from the API's answer. */
export function presenceState(segment: boolean | null, startMs: number, nowMs: number): PresenceState {
  if (segment !== null) return segment ? 'present' : 'absent';
  return startMs + WINDOW_MS > nowMs ? 'future' : 'none';
}
