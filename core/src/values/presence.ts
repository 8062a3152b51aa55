import { z } from 'zod';
import { DAY_MS, WINDOW_MS } from './time.ts';

/** Thirty days of ten-minute slots, one bit each, as a ring buffer of hex digits; `lastSlot` is the newest written. */
export const PRESENCE_SLOTS = (30 * DAY_MS) / WINDOW_MS;
const DIGITS = PRESENCE_SLOTS / 4;

export const presenceSchema = z.object({
  lastSlot: z.number().int().nonnegative(),
  bits: z
    .string()
    .regex(/^[0-9a-f]*$/)
    .length(DIGITS),
});
export type Presence = z.infer<typeof presenceSchema>;

/** When an agent was present (from its state document), and since when that is known (from its own document). */
export type AgentPresence = { presence: Presence | null; activatedAt: number | null };

function slotOf(atMs: number): number {
  return Math.floor(atMs / WINDOW_MS);
}

function setBit(digits: string[], slot: number, on: boolean): void {
  const index = slot % PRESENCE_SLOTS;
  const digit = Number.parseInt(digits[index >> 2] ?? '0', 16);
  const bit = 1 << (index & 3);
  digits[index >> 2] = (on ? digit | bit : digit & ~bit).toString(16);
}

/** Marks the slot of `atMs` as present, and those skipped since the last one as absent. */
export function markPresent(presence: Presence | null, atMs: number): Presence {
  const slot = slotOf(atMs);
  if (presence && slot <= presence.lastSlot) return slot === presence.lastSlot ? presence : setPast(presence, slot);
  const skipped = presence ? Math.min(slot - presence.lastSlot - 1, PRESENCE_SLOTS) : 0;
  const digits = [...(presence?.bits ?? '0'.repeat(DIGITS))];
  for (let past = slot - skipped; past < slot; past += 1) setBit(digits, past, false);
  setBit(digits, slot, true);
  return { lastSlot: slot, bits: digits.join('') };
}

function setPast(presence: Presence, slot: number): Presence {
  if (presence.lastSlot - slot >= PRESENCE_SLOTS) return presence;
  const digits = [...presence.bits];
  setBit(digits, slot, true);
  return { ...presence, bits: digits.join('') };
}

/**
 * Whether the agent was present in the ten-minute slot of `atMs`. Null before activation, after thirty days, in the
 * future, and in the current slot until a report comes.
 */
export function presentAt(
  presence: Presence | null,
  activatedAtMs: number | null,
  atMs: number,
  nowMs: number,
): boolean | null {
  const slot = slotOf(atMs);
  const nowSlot = slotOf(nowMs);
  if (activatedAtMs === null || slot < slotOf(activatedAtMs) || slot > nowSlot || nowSlot - slot >= PRESENCE_SLOTS)
    return null;
  const known = presence !== null && slot <= presence.lastSlot && presence.lastSlot - slot < PRESENCE_SLOTS;
  const digit = known ? Number.parseInt(presence.bits[(slot % PRESENCE_SLOTS) >> 2] ?? '0', 16) : 0;
  const present = (digit & (1 << (slot & 3))) !== 0;
  return present || slot < nowSlot ? present : null;
}
