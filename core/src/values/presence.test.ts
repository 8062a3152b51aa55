import { describe, expect, it } from 'vitest';
import { LONG_AGO, NOW } from '../testing/samples.ts';
import { seeded } from '../testing/seeded.ts';
import { markPresent, PRESENCE_SLOTS, type Presence, presenceSchema, presentAt } from './presence.ts';
import { DAY_MS, MINUTE_MS, WINDOW_MS, windowStart } from './time.ts';

function marked(...times: number[]): Presence | null {
  return times.reduce<Presence | null>((presence, atMs) => markPresent(presence, atMs), null);
}

const SLOT = windowStart(NOW);

describe('presence in a ten-minute slot', () => {
  const presence = marked(SLOT - 4 * WINDOW_MS, SLOT - 3 * WINDOW_MS + 9 * MINUTE_MS, SLOT - WINDOW_MS);
  const activated = SLOT - 6 * WINDOW_MS + MINUTE_MS;
  it.each<{ rule: string; atMs: number; present: boolean | null }>([
    { rule: 'with a check-in', atMs: SLOT - 4 * WINDOW_MS, present: true },
    { rule: 'at any time in it', atMs: SLOT - 3 * WINDOW_MS - 1, present: true },
    { rule: 'with a check-in near its end', atMs: SLOT - 3 * WINDOW_MS, present: true },
    { rule: 'skipped', atMs: SLOT - 2 * WINDOW_MS, present: false },
    { rule: 'after activation, before the first check-in', atMs: SLOT - 5 * WINDOW_MS, present: false },
    { rule: 'of the activation itself, without a check-in', atMs: SLOT - 6 * WINDOW_MS, present: false },
    { rule: 'before activation', atMs: SLOT - 7 * WINDOW_MS, present: null },
    { rule: 'of now, without a check-in yet', atMs: NOW, present: null },
    { rule: 'in the future', atMs: SLOT + WINDOW_MS, present: null },
  ])('$rule: $present', ({ atMs, present }) => {
    expect(presentAt(presence, activated, atMs, NOW)).toBe(present);
  });

  it('the current slot is present after its first check-in', () => {
    expect(presentAt(markPresent(presence, NOW), activated, NOW, NOW)).toBe(true);
  });

  it('is unknown for an agent that was never activated', () => {
    expect(presentAt(marked(SLOT), null, SLOT, NOW)).toBeNull();
  });

  it('is absent for an agent that never reported after its activation', () => {
    expect(presentAt(null, LONG_AGO, NOW - DAY_MS, NOW)).toBe(false);
  });
});

describe('the ring of thirty days', () => {
  const oldest = SLOT - (PRESENCE_SLOTS - 1) * WINDOW_MS;
  const activated = NOW - 90 * DAY_MS;
  const presence = marked(oldest - WINDOW_MS, oldest, SLOT);

  it('has 4,320 slots', () => {
    expect(PRESENCE_SLOTS).toBe(30 * 24 * 6);
  });

  it('knows the oldest slot, and not the one before', () => {
    expect(presentAt(presence, activated, oldest, NOW)).toBe(true);
    expect(presentAt(presence, activated, oldest - WINDOW_MS, NOW)).toBeNull();
  });

  it('does not return an expired slot as today’s', () => {
    const later = marked(SLOT, SLOT + PRESENCE_SLOTS * WINDOW_MS + WINDOW_MS);
    const at = SLOT + PRESENCE_SLOTS * WINDOW_MS;
    expect(presentAt(later, activated, at, at + WINDOW_MS)).toBe(false);
  });

  it('expires the slots of a silent agent, and returns absent for slots since', () => {
    const nowMs = SLOT + 10 * DAY_MS;
    expect(presentAt(marked(SLOT), activated, SLOT, nowMs)).toBe(true);
    expect(presentAt(marked(SLOT), activated, SLOT + DAY_MS, nowMs)).toBe(false);
    expect(presentAt(marked(SLOT), activated, SLOT, SLOT + 31 * DAY_MS)).toBeNull();
  });

  it('has nothing from before a gap longer than the ring', () => {
    const full = Array.from({ length: 500 }, (_, index) => SLOT + index * WINDOW_MS);
    const back = SLOT + 200 * DAY_MS;
    const presence = markPresent(marked(...full), back);
    for (let slot = back - 30 * DAY_MS + WINDOW_MS; slot < back; slot += WINDOW_MS) {
      expect(presentAt(presence, activated, slot, back)).toBe(false);
    }
  });
});

describe('marks out of order', () => {
  it('do not change the newest slot', () => {
    const presence = marked(SLOT, SLOT - 5 * WINDOW_MS);
    expect(presence?.lastSlot).toBe(SLOT / WINDOW_MS);
    expect(presentAt(presence, LONG_AGO, SLOT - 5 * WINDOW_MS, NOW)).toBe(true);
    expect(presentAt(presence, LONG_AGO, SLOT - 4 * WINDOW_MS, NOW)).toBe(false);
  });

  it('are ignored beyond the ring', () => {
    expect(marked(SLOT, SLOT - PRESENCE_SLOTS * WINDOW_MS)).toEqual(marked(SLOT));
  });

  it('are idempotent', () => {
    expect(marked(SLOT, SLOT + 9 * MINUTE_MS)).toEqual(marked(SLOT));
  });
});

it('the ring knows of every slot of thirty days whether it had a check-in, in any order of marks', () => {
  const random = seeded(3);
  for (let round = 0; round < 60; round += 1) {
    let presence: Presence | null = null;
    const came = new Set<number>();
    const first = SLOT + random.whole(0, 9000) * WINDOW_MS;
    let slot = first;
    for (let mark = 0; mark < 300; mark += 1) {
      const skip = random.share() < 0.02 ? random.whole(0, 6000) : random.one([0, 0, 1, 1, 1, 2, 7]);
      slot += skip * WINDOW_MS;
      presence = markPresent(presence, slot + random.whole(0, WINDOW_MS - 1));
      came.add(slot);
    }
    expect(presenceSchema.safeParse(presence).success).toBe(true);
    for (let back = 0; back < PRESENCE_SLOTS; back += 1) {
      const at = slot - back * WINDOW_MS;
      const expected = at < first ? null : came.has(at);
      if (presentAt(presence, first, at, slot) !== expected) expect.fail(`round ${round}, ${back} slots back`);
    }
  }
});
