import { reasonOf } from '../../platform/db/attempt-each.ts';
import type { Run } from '../../platform/db/run.ts';

/**
 * Starts the task that looks at an owner's channels, after a change that they may have to announce. If that fails, the
 * next sweep does it.
 */
export async function enqueueLook(run: Run, ownerId: string): Promise<void> {
  try {
    await run.tasks.enqueue('notifyOwner', { ownerId });
  } catch (error) {
    console.error(`notifyOwner cannot be enqueued for ${ownerId}: ${reasonOf(error)}`);
  }
}
