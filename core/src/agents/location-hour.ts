import { HOUR_MS, WINDOW_MS } from '../time.ts';
import { type Presence, presentAt } from './presence.ts';

/** When an agent of the location was present, from its own document and its state. */
export type AgentPresence = { presence: Presence | null; activatedAt: number | null };

/** A location's hour: `availability` is the percentage of known slots with an agent's check-in. */
export type LocationHour = { status: 'UP' | 'DOWN' | 'PARTIAL'; availability: number };

/** How a location did in the UTC hour that starts at `hourMs`: UP all known slots of its agents true, DOWN none, null none known (design 5). */
export function locationHour(agents: readonly AgentPresence[], hourMs: number, nowMs: number): LocationHour | null {
  const slots = Array.from({ length: HOUR_MS / WINDOW_MS }, (_, index) => hourMs + index * WINDOW_MS);
  const known = agents
    .flatMap(({ presence, activatedAt }) => slots.map((slot) => presentAt(presence, activatedAt, slot, nowMs)))
    .filter((present) => present !== null);
  if (known.length === 0) return null;
  const present = known.filter(Boolean).length;
  const status = present === known.length ? 'UP' : present === 0 ? 'DOWN' : 'PARTIAL';
  return { status, availability: (present / known.length) * 100 };
}
