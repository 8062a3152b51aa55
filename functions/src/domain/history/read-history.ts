import { dayStart } from '@farwatch/core/values/history/levels';
import { HISTORY } from '@farwatch/core/values/limits';
import { histories } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { dueNow } from './mark-days.ts';

/**
 * Returns from when on an owner's history is read live, epoch ms: the time up to which it is built, at most two days
 * ago. An owner without a history document gets one, so that it is built.
 */
export async function readLiveFrom(run: Run, ownerId: string): Promise<number> {
  const ref = histories.ref(run.db, ownerId);
  const history = histories.read(await ref.get());
  const newest = dayStart(run.nowMs);
  if (history) return Math.min(newest, Math.max(history.builtUntil ?? 0, dayStart(run.nowMs - HISTORY.liveMs)));
  await ref.set(histories.toUpdate(dueNow(ownerId, run.nowMs)), { merge: true });
  return dayStart(run.nowMs - HISTORY.liveMs);
}
