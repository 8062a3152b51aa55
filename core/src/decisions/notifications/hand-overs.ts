import { type HandOvers, ROTATION, type Rotation } from '../../documents/rotation.ts';
import { DAY_MS, HOUR_MS } from '../../values/time.ts';
import { addDays, wallClock } from '../../values/zone.ts';
import { onDuty, reachedAt, type Shift, shifts, type Turns, UNIT_MS } from './rotation.ts';

/** What decides about mails of hand-overs. */
export type MailedTurns = Turns & Pick<Rotation, 'handOvers'>;

/**
 * A shift whose person is notified of it. `endsAt` is null if it is longer than is known; `before` and `after` are who is on
 * duty before and after it, null for nobody.
 */
export type HandOver = {
  uid: string;
  startsAt: number;
  endsAt: number | null;
  before: string | null;
  after: string | null;
};

/** The hour of the day before at which people are notified. */
const EVENING_HOUR = 18;
/** Every hand-over of which people are notified in an evening starts within this time. */
const AHEAD_MS = 2 * DAY_MS;
const NONE: HandOvers = { uid: null, notified: [] };

/**
 * Returns the hand-overs of which nobody has been notified although it is time, and when to look again: in the evening, at
 * 18:00 of the rotation's zone, or now while there are some. It is time in the evening before the day on which the shift
 * starts. One that becomes known later, or takes place at once, is due at once.
 */
export function planHandOvers(
  rotation: MailedTurns,
  present: ReadonlySet<string>,
  nowMs: number,
): { due: HandOver[]; dueAt: number } {
  const { uid: known, notified } = rotation.handOvers ?? NONE;
  const eveningAt = eveningsOf(rotation.timeZone);
  const listed = spells(rotation, present, { fromMs: nowMs, untilMs: nowMs + AHEAD_MS });
  const due: HandOver[] = [];
  for (const [index, { uid, startsAt, endsAt }] of listed.entries()) {
    const isNotified =
      index === 0
        ? uid !== null && isKnown(rotation, uid, nowMs)
        : notified.some((each) => each.uid === uid && each.startsAt === startsAt);
    if (uid === null || isNotified || (index > 0 && eveningAt(startsAt, -1) > nowMs)) continue;
    const before = index === 0 ? known : (listed[index - 1]?.uid ?? null);
    const next = listed[index + 1];
    const end = next ? { endsAt, after: next.uid } : endOf(rotation, present, startsAt);
    due.push({ uid, startsAt, before, ...end });
  }
  const evenings = [eveningAt(nowMs, 0), eveningAt(nowMs, 1)];
  return { due, dueAt: due.length > 0 ? nowMs : Math.min(...evenings.filter((each) => each > nowMs)) };
}

/** Returns what is stored once the people of these hand-overs have been notified. Those that are over are forgotten. */
export function afterNotifying(
  rotation: MailedTurns,
  present: ReadonlySet<string>,
  done: readonly Pick<HandOver, 'uid' | 'startsAt'>[],
  nowMs: number,
): HandOvers {
  const { uid: known, notified: before } = rotation.handOvers ?? NONE;
  const notified = [...before, ...done.map(({ uid, startsAt }) => ({ uid, startsAt }))];
  const current = onDuty(rotation, present, nowMs);
  const knows = current === null || isKnown({ handOvers: { uid: known, notified } }, current, nowMs);
  return {
    uid: knows ? current : known,
    notified: notified.filter(({ startsAt }) => startsAt > nowMs).slice(-ROTATION.notified),
  };
}

/**
 * Returns what a changed rotation stores about its mails. Who changes it is not notified of what they have just done.
 *
 * @param before - Null for a new rotation. Who is on duty when the mails are switched on is not notified.
 */
export function changedHandOvers(
  before: Rotation | null,
  after: Rotation,
  { present, by, nowMs }: { present: ReadonlySet<string>; by: string; nowMs: number },
): Pick<Rotation, 'handOvers' | 'handOverDueAt'> {
  if (!after.handOverMail) return { handOvers: null, handOverDueAt: null };
  const wasMailed = before?.handOverMail === true;
  const missed = wasMailed ? planHandOvers(before, present, nowMs).due : [];
  const current = before && !wasMailed ? onDuty(after, present, nowMs) : null;
  const known = wasMailed ? afterNotifying(before, present, [], nowMs) : { uid: current, notified: [] };
  const changed = { ...after, handOvers: known };
  const own = planHandOvers(changed, present, nowMs).due.filter(({ uid, startsAt }) => {
    return uid === by && !missed.some((each) => each.uid === by && each.startsAt === startsAt);
  });
  const handOvers = afterNotifying(changed, present, own, nowMs);
  return { handOvers, handOverDueAt: planHandOvers({ ...after, handOvers }, present, nowMs).dueAt };
}

/** Whether the person who is on duty knows it. */
function isKnown({ handOvers }: Pick<Rotation, 'handOvers'>, uid: string, nowMs: number): boolean {
  const { uid: known, notified } = handOvers ?? NONE;
  return uid === known || notified.some((each) => each.uid === uid && each.startsAt <= nowMs);
}

/** When a shift ends that is longer than the list of those to come, and who follows. */
function endOf(rotation: Turns, present: ReadonlySet<string>, startsAt: number): Pick<HandOver, 'endsAt' | 'after'> {
  const untilMs = startsAt + Math.max(ROTATION.listedMs, 2 * rotation.every * UNIT_MS[rotation.unit]);
  const [own, next] = spells(rotation, present, { fromMs: startsAt, untilMs });
  return { endsAt: next && own ? own.endsAt : null, after: next?.uid ?? null };
}

/** The shifts of a time, with those that one person has in a row as one, whether changed or not. */
function spells(
  rotation: Turns,
  present: ReadonlySet<string>,
  span: { fromMs: number; untilMs: number },
): Pick<Shift, 'uid' | 'startsAt' | 'endsAt'>[] {
  const found: Pick<Shift, 'uid' | 'startsAt' | 'endsAt'>[] = [];
  for (const { uid, startsAt, endsAt } of shifts(rotation, present, span)) {
    const last = found.at(-1);
    if (last?.uid === uid) last.endsAt = endsAt;
    else found.push({ uid, startsAt, endsAt });
  }
  return found;
}

/** Returns a function that returns when the evening of a time's day is, or of one so many days later. */
function eveningsOf(timeZone: string): (atMs: number, days: number) => number {
  const clock = wallClock(timeZone);
  return (atMs, days) => {
    const date = addDays(clock.at(atMs).date, days);
    return reachedAt(clock, Date.parse(date) + EVENING_HOUR * HOUR_MS);
  };
}
