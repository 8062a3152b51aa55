import type { QueueLimits } from './queue.ts';

/** How many checks run at a time. */
export const SLOTS = 64;

/** How many checks of one host may begin a second by default. */
export const PER_HOST = 2;

/** The limits for this many checks a second of one host: a small burst, and a few at a time. */
export function queueLimits(perHost: number): QueueLimits {
  const burst = Math.max(1, Math.round(2 * perHost));
  return { slots: SLOTS, hostSlots: Math.max(2, Math.ceil(4 * perHost)), hostRate: { burst, perSec: perHost } };
}
