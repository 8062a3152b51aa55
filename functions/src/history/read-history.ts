import type { History } from '@farwatch/core/documents/history';
import { dayStart } from '@farwatch/core/values/history/levels';
import { HISTORY } from '@farwatch/core/values/limits';
import { histories } from '../db/collections.ts';
import type { Run } from '../db/run.ts';

/**
 * From when on an owner's history is read live, epoch ms: where it is built no further, at most two days ago. An owner
 * from before histories existed gets one, so that it is built.
 */
export async function readLiveFrom(run: Run, ownerId: string): Promise<number> {
  const ref = histories.ref(run.db, ownerId);
  const history = histories.read(await ref.get());
  const newest = dayStart(run.nowMs);
  if (history) return Math.min(newest, Math.max(history.builtUntil ?? 0, dayStart(run.nowMs - HISTORY.liveMs)));
  await ref.set(histories.toUpdate(dueNow(ownerId, run.nowMs)), { merge: true });
  return dayStart(run.nowMs - HISTORY.liveMs);
}

/** The fields that make an owner's next task due, with days to build again. */
export function dueNow(ownerId: string, nowMs: number, days: readonly string[] = []): Partial<History> {
  return { ownerId, dueAt: nowMs, dirtyDays: Object.fromEntries(days.map((date) => [date, nowMs])) };
}
