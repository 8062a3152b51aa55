import { MINUTE_MS } from '@farwatch/core/values/time';
import { endpoints, statusEvents } from '../../db/collections.ts';
import type { Run } from '../../db/run.ts';
import type { TaskInputs } from '../../db/tasks.ts';

/** Half of a task's time: an endpoint's history of a year, fifty thousand events, takes about two minutes. */
const STARTS_WITHIN_MS = 2 * MINUTE_MS;

/**
 * Task `removeMonitor`: deletes the status history of deleted endpoints, one at a time; existing endpoints are not
 * touched. Enqueues another task for what it has no time for.
 */
export async function removeMonitor(
  run: Run,
  { monitorId, endpointIds }: TaskInputs['removeMonitor'],
  clock: () => number = Date.now,
): Promise<void> {
  if (endpointIds.length === 0) return;
  const documents = await run.db.getAll(...endpointIds.map((id) => endpoints.ref(run.db, id)), { fieldMask: [] });
  const gone = documents.filter((document) => !document.exists).map(({ id }) => id);
  const until = clock() + STARTS_WITHIN_MS;
  for (const [index, id] of gone.entries()) {
    if (clock() > until) return run.tasks.enqueue('removeMonitor', { monitorId, endpointIds: gone.slice(index) });
    await run.db.recursiveDelete(statusEvents.collection(run.db, id));
  }
}
