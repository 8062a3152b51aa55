import { summaryNotice } from '@farwatch/core/decisions/notifications/notices';
import {
  dueSummaries,
  type NextSummary,
  planAfter,
  summaryDueAt,
} from '@farwatch/core/decisions/summary/plan-summaries';
import type { User } from '@farwatch/core/documents/user';
import type { Summary } from '@farwatch/core/values/summary/summary';
import { canGetSummaries } from '@farwatch/core/values/summary/summary-plan';
import { enqueueLook } from '../../domain/notifications/enqueue.ts';
import { createNotice } from '../../domain/notifications/notices.ts';
import { type Owner, readOwner } from '../../domain/notifications/owner.ts';
import { readSummary } from '../../domain/summaries/read-summary.ts';
import { notices, users } from '../../platform/db/collections.ts';
import { attemptTask } from '../../platform/db/due-work.ts';
import type { Run } from '../../platform/db/run.ts';
import type { TaskInputs } from '../../platform/db/tasks.ts';

/**
 * Task `summarizeOwner` (docs/notifications.md, Summaries): creates a notice of each summary that is due, once, and has
 * the owner's channels process it.
 */
export async function summarizeOwner(run: Run, { ownerId }: TaskInputs['summarizeOwner']): Promise<void> {
  await attemptTask(run, [users.ref(run.db, ownerId)], () => summarize(run, ownerId));
}

async function summarize(run: Run, ownerId: string): Promise<void> {
  const owner = await readOwner(run, ownerId);
  const plan = owner?.user?.summaries;
  // Put off with what else fails, until an operator has repaired the profile.
  if (owner?.isUnreadable && !plan) throw new Error(`the profile of ${ownerId} cannot be read`);
  if (!owner || !plan) return;
  const due = dueSummaries(plan, run.nowMs);
  const hasTarget = plan.channels.some((id) => owner.channels[id] && canGetSummaries(owner.channels[id].type));
  const shouldSend = hasTarget && owner.user?.closesAt === null;
  for (const next of due) {
    const summary = shouldSend ? await readSummary(run, ownerId, next, plan.timeZone) : null;
    if (await storeSummary(run, owner, next, summary)) await enqueueLook(run, ownerId);
  }
  if (due.length === 0) await changeUser(run, ownerId, (user) => replanned(user, run.nowMs));
}

/** Stores that a period is done, with its notice unless there is no summary. Returns whether there is a new notice. */
async function storeSummary(run: Run, { id }: Owner, next: NextSummary, summary: Summary | null): Promise<boolean> {
  const noticeId = `summary_${id}_${next.kind}_${next.firstDay}`;
  const [userRef, noticeRef] = [users.ref(run.db, id), notices.ref(run.db, noticeId)];
  return run.db.runTransaction(async (tx) => {
    const [userDoc, noticeDoc] = await tx.getAll(userRef, noticeRef);
    const plan = (userDoc && users.read(userDoc))?.summaries;
    // Another run of this task has stored this period.
    if (!plan || plan.done[next.kind] >= next.firstDay) return false;
    const summaries = planAfter(plan, next);
    tx.update(userRef, users.toUpdate({ summaries, summaryDueAt: summaryDueAt(summaries, run.nowMs) }));
    if (summary === null || noticeDoc?.exists) return false;
    createNotice(run, tx, noticeId, summaryNotice(id, summary, run.nowMs));
    return true;
  });
}

/**
 * Returns the profile's fields after a long time without a run: nothing is due any more, but the next summary is
 * planned.
 */
function replanned({ summaries }: User, nowMs: number): Partial<User> {
  return { summaryDueAt: summaries && summaryDueAt(summaries, nowMs) };
}

async function changeUser(run: Run, ownerId: string, change: (user: User) => Partial<User>): Promise<void> {
  const ref = users.ref(run.db, ownerId);
  await run.db.runTransaction(async (tx) => {
    const user = users.read(await tx.get(ref));
    if (user) tx.update(ref, users.toUpdate(change(user)));
  });
}
