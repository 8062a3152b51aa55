import { dateOf, type History, isLate, nextDueAt } from '../../documents/history.ts';
import { dayStart } from '../../values/history/levels.ts';
import { HISTORY } from '../../values/limits.ts';
import { DAY_MS } from '../../values/time.ts';

/** The days that can be built, by their start: from when all their hours are kept, and up to the last complete one. */
function buildable(nowMs: number): { firstAt: number; endAt: number } {
  const firstAt = dayStart(nowMs - HISTORY.rebuiltMs);
  return { firstAt, endAt: Math.max(firstAt, dayStart(nowMs - HISTORY.builtAfterMs)) };
}

/**
 * Returns the days of an owner that are to be built, the oldest first: those that are missing or marked, and `lateDays`,
 * whose hours have changed since.
 */
export function dueDays(history: History, lateDays: readonly number[], nowMs: number): number[] {
  const { firstAt, endAt } = buildable(nowMs);
  const due = new Set<number>();
  for (let dayAt = Math.max(firstAt, history.builtUntil ?? 0); dayAt < endAt; dayAt += DAY_MS) due.add(dayAt);
  const marked = Object.keys(history.dirtyDays).map((date) => Date.parse(date));
  for (const dayAt of [...marked, ...lateDays]) if (firstAt <= dayAt && dayAt < endAt) due.add(dayAt);
  return [...due].sort((a, b) => a - b);
}

/** Returns the days since a time that may be built already, whose records what is stored now may contradict. */
export function builtDaysSince(atMs: number, nowMs: number): number[] {
  const days: number[] = [];
  for (let dayAt = Math.max(dayStart(atMs), buildable(nowMs).firstAt); isLate(dayAt, nowMs); dayAt += DAY_MS) {
    days.push(dayAt);
  }
  return days;
}

/**
 * What a task has done. `before`: the history as it read it; `isUnchanged`: nothing has changed since. `left`: days that
 * it has no time for.
 */
export type Built = {
  before: History;
  isUnchanged: boolean;
  built: readonly number[];
  left: readonly number[];
  hasEndpoints: boolean;
};

/**
 * Returns the history after a task. Days that were marked while it ran stay marked, and the process that marked them has made the
 * next task due.
 */
export function historyAfter(current: History, done: Built, nowMs: number): History {
  const { before, isUnchanged, built, left, hasEndpoints } = done;
  let builtUntil = Math.max(current.builtUntil ?? 0, buildable(nowMs).firstAt);
  while (built.includes(builtUntil)) builtUntil += DAY_MS;
  const considered = new Set(Object.keys(before.dirtyDays));
  const stay = Object.entries(current.dirtyDays).filter(
    ([date, markedAt]) => !considered.has(date) || before.dirtyDays[date] !== markedAt,
  );
  const leftMarks = left.filter((dayAt) => dayAt < builtUntil).map((dayAt) => [dateOf(dayAt), nowMs] as const);
  const dueAt = !hasEndpoints ? null : left.length > 0 ? nowMs : nextDueAt(current.ownerId, nowMs);
  return {
    ...current,
    builtUntil,
    dirtyDays: Object.fromEntries([...leftMarks, ...stay]),
    checkedAt: nowMs,
    dueAt: isUnchanged ? dueAt : current.dueAt,
  };
}
