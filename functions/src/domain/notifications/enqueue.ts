import { reasonOf } from '../../platform/db/attempt-each.ts';
import type { Run } from '../../platform/db/run.ts';
import type { Tasks } from '../../platform/db/tasks.ts';

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

/**
 * Does work that may change an owner's incidents many times. Only the first change starts the task, and the end of the work
 * once more if there were others: an account of two hundred monitors would take two hundred of the tasks that all share.
 */
export async function enqueueLooksOnce(run: Run, ownerId: string, work: (run: Run) => Promise<unknown>): Promise<void> {
  let looks = 0;
  const enqueue: Tasks['enqueue'] = async (name, ...rest) => {
    if (name === 'notifyOwner') looks += 1;
    if (name !== 'notifyOwner' || looks === 1) await run.tasks.enqueue(name, ...rest);
  };
  try {
    await work({ ...run, tasks: { enqueue } });
  } finally {
    if (looks > 1) await enqueueLook(run, ownerId);
  }
}
