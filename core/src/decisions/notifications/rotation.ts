import { ROTATION, type Rotation } from '../../documents/rotation.ts';
import { DAY_MS, HOUR_MS } from '../../values/time.ts';
import { type WallClock, wallClock } from '../../values/zone.ts';

/** The part of a rotation that defines who is on duty. */
export type Turns = Pick<Rotation, 'people' | 'every' | 'unit' | 'start' | 'timeZone' | 'overrides'>;

/** A time in which one person is on duty; `uid` is null if nobody is. `endsAt` is no longer part of it. */
export type Shift = { startsAt: number; endsAt: number; uid: string | null; isOverride: boolean };

/**
 * All units count on the wall clock, hours, too: shifts of 12 hours from 9:00 change at 9:00 and 21:00 all year. A shift
 * starts when the clock first shows its time or a later one, so no hand-over is repeated or missed when it is changed.
 */
export const UNIT_MS: Record<Rotation['unit'], number> = { hours: HOUR_MS, days: DAY_MS, weeks: 7 * DAY_MS };

/**
 * Returns who is on duty at a time; null if nobody is: before the first shift, or if none of the people are in the account
 * any more.
 *
 * @param present - The uids of the people in the account. Others are skipped: the next in order takes their turn.
 */
export function onDuty(rotation: Turns, present: ReadonlySet<string>, atMs: number): string | null {
  return dutyOf(rotation, present)(atMs).uid;
}

/**
 * Returns who is on duty in a time, the earliest first, without a gap. Those who have several turns in a row have one shift.
 * At most `most` shifts: the last one may end before `untilMs`.
 */
export function shifts(
  rotation: Turns,
  present: ReadonlySet<string>,
  { fromMs, untilMs, most = ROTATION.listed }: { fromMs: number; untilMs: number; most?: number },
): Shift[] {
  const dutyAt = dutyOf(rotation, present);
  const found: Shift[] = [];
  for (let startsAt = fromMs; startsAt < untilMs; ) {
    const { uid, isOverride, untilMs: nextMs } = dutyAt(startsAt);
    const endsAt = Math.min(nextMs, untilMs);
    const last = found.at(-1);
    if (last?.uid === uid && last.isOverride === isOverride) last.endsAt = endsAt;
    else if (found.length === most) break;
    else found.push({ startsAt, endsAt, uid, isOverride });
    startsAt = endsAt;
  }
  return found;
}

/** Returns when the turn at a time ends, without regard to overrides; before the first one, when that starts. */
export function turnEndsAt(turns: Omit<Turns, 'people' | 'overrides'>, atMs: number): number {
  return turnAt(turns, wallClock(turns.timeZone), atMs).endsAt;
}

/** Who is on duty, and until when that cannot change. */
type Duty = { uid: string | null; isOverride: boolean; untilMs: number };

function dutyOf({ people, overrides, ...turns }: Turns, present: ReadonlySet<string>): (atMs: number) => Duty {
  const clock = wallClock(turns.timeZone);
  const counted = overrides.filter(({ uid }) => present.has(uid));
  return (atMs) => {
    const { number, endsAt } = turnAt(turns, clock, atMs);
    const bounds = counted.flatMap(({ startsAt, endsAt: overAt }) => [startsAt, overAt]).filter((each) => each > atMs);
    const untilMs = Math.min(endsAt, ...bounds);
    const override = counted.findLast((each) => each.startsAt <= atMs && each.endsAt > atMs);
    if (override) return { uid: override.uid, isOverride: true, untilMs };
    return { uid: number < 0 ? null : presentFrom(people, number, present), isOverride: false, untilMs };
  };
}

/** The person whose turn it is, or else the first after them who is in the account. */
function presentFrom(people: readonly string[], number: number, present: ReadonlySet<string>): string | null {
  const first = number % people.length;
  const inOrder = [...people.slice(first), ...people.slice(0, first)];
  return inOrder.find((uid) => present.has(uid)) ?? null;
}

/** The turn that a time lies in, -1 before the first, and when it ends. */
function turnAt(
  { every, unit, start }: Omit<Turns, 'people' | 'overrides'>,
  clock: WallClock,
  atMs: number,
): { number: number; endsAt: number } {
  const startMs = Date.parse(`${start}Z`);
  const lengthMs = every * UNIT_MS[unit];
  const beginsAt = (number: number) => reachedAt(clock, startMs + number * lengthMs);
  let number = Math.max(-1, Math.floor((atMs + clock.offsetMs(atMs) - startMs) / lengthMs));
  let endsAt = beginsAt(number + 1);
  // The clock was set back since, or skips a shift.
  while (endsAt <= atMs) {
    number += 1;
    endsAt = beginsAt(number + 1);
  }
  return { number, endsAt };
}

/**
 * Returns when a clock first shows a local time or a later one, epoch ms: of a time that it skips the end of the gap, of one
 * that it shows twice the first. `localMs` is the local time as if it was UTC.
 */
export function reachedAt({ offsetMs }: WallClock, localMs: number): number {
  // The offsets a day before and a day after: clocks change less often.
  const [before, after] = [localMs - offsetMs(localMs - DAY_MS), localMs - offsetMs(localMs + DAY_MS)];
  if (before + offsetMs(before) === localMs) return before;
  if (after + offsetMs(after) === localMs) return after;
  let [skippedMs, reachedMs] = [after, before];
  while (reachedMs - skippedMs > 1) {
    const middleMs = Math.floor((skippedMs + reachedMs) / 2);
    if (middleMs + offsetMs(middleMs) >= localMs) reachedMs = middleMs;
    else skippedMs = middleMs;
  }
  return reachedMs;
}
