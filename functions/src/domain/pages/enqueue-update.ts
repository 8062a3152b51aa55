import { attemptEach, reasonOf } from '../../platform/db/attempt-each.ts';
import type { Run } from '../../platform/db/run.ts';

/**
 * Starts the task that brings the snapshots of an owner's pages up to date, after a change that they show; without any
 * page it does nothing. If that fails, the next sweep or the daily build does it.
 */
export async function enqueueUpdate(
  run: Run,
  ownerId: string,
  slugs: Iterable<string>,
  { isWhole = false } = {},
): Promise<void> {
  const all = [...new Set(slugs)].sort();
  if (all.length === 0) return;
  try {
    await run.tasks.enqueue('updatePages', { ownerId, slugs: all, isWhole });
  } catch (error) {
    console.error(`updatePages cannot be enqueued for ${ownerId}: ${reasonOf(error)}`);
  }
}

/** Starts the tasks that mail a page's subscribers. If that fails, a sweep finds the page due ten minutes later. */
export async function enqueueMailings(run: Run, slug: string, mailingIds: readonly string[]): Promise<void> {
  try {
    await attemptEach(mailingIds, (mailingId) => run.tasks.enqueue('sendMailing', { slug, mailingId }));
  } catch (error) {
    console.error(`sendMailing cannot be enqueued for ${slug}: ${reasonOf(error)}`);
  }
}
