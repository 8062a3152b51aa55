import type { RotationAnswer } from '@farwatch/core/contracts/api/rotations';
import {
  onDuty,
  type Shift,
  shifts,
  type Turns,
  turnEndsAt,
  UNIT_MS,
} from '@farwatch/core/decisions/notifications/rotation';
import { DAY_MS } from '@farwatch/core/values/time';
import { wallClock } from '@farwatch/core/values/zone';
import type { Person } from './people.ts';

/** How far ahead shifts are shown and swapped. */
const AHEAD_MS = 28 * DAY_MS;

type Ordered = Omit<Turns, 'overrides'>;

const present = (people: readonly Person[]) => new Set(people.map(({ id }) => id));

/** Returns whose turn it is, without regard to overrides; null for nobody. */
export function whoseTurn(turns: Ordered, people: readonly Person[], nowMs: number): string | null {
  return onDuty({ ...turns, overrides: [] }, present(people), nowMs);
}

/**
 * Returns the start with which a changed rotation leaves who is on duty there until the next hand-over, and goes on
 * with the person after them in the new order; null if there is none.
 */
export function startThatKeeps(
  before: Ordered,
  after: Ordered,
  people: readonly Person[],
  nowMs: number,
): { start: string; uid: string; untilMs: number } | null {
  const uid = whoseTurn(before, people, nowMs);
  const place = uid === null ? -1 : after.people.indexOf(uid);
  if (uid === null || place < 0) return null;
  const untilMs = turnEndsAt(before, nowMs);
  const lengthMs = after.every * UNIT_MS[after.unit];
  const start = localOf(untilMs, after.timeZone, -(place + 1) * lengthMs);
  const kept = { ...after, start };
  const isKept = whoseTurn(kept, people, nowMs) === uid && turnEndsAt(kept, nowMs) === untilMs;
  return isKept ? { start, uid, untilMs } : null;
}

/** Returns the start with which the first of the people is on duty from now on. */
export function startNow(timeZone: string, nowMs: number): string {
  return localOf(nowMs, timeZone);
}

/** A time on a zone's clock, moved by a time on that clock, as a field for date and time has it. */
function localOf(atMs: number, timeZone: string, moveMs = 0): string {
  return new Date(atMs + wallClock(timeZone).offsetMs(atMs) + moveMs).toISOString().slice(0, 16);
}

/** A shift of a person, which can be swapped. */
export type OwnShift = Shift & { uid: string };

/** Returns the shifts that begin in the next four weeks, or last now, each whole from now on. */
export function shiftsToSwap(rotation: RotationAnswer, people: readonly Person[], nowMs: number): OwnShift[] {
  const overrides = rotation.overrides.map((each) => {
    return { ...each, startsAt: Date.parse(each.startsAt), endsAt: Date.parse(each.endsAt) };
  });
  const untilMs = nowMs + AHEAD_MS + 2 * rotation.every * UNIT_MS[rotation.unit];
  const found = shifts({ ...rotation, overrides }, present(people), { fromMs: nowMs, untilMs });
  return found.flatMap(({ uid, ...shift }) => {
    const isWhole = shift.startsAt < nowMs + AHEAD_MS && shift.endsAt < untilMs;
    return uid !== null && isWhole ? [{ ...shift, uid }] : [];
  });
}
