import { MINUTE_MS } from '@farwatch/core/values/time';
import type { Query } from 'firebase-admin/firestore';
import { endpoints, monitors, months, statusEvents, years } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import type { TaskInputs } from '../../platform/db/tasks.ts';

/** Half of a task's time: an endpoint's history of a year, fifty thousand events, takes about two minutes. */
const STARTS_WITHIN_MS = 2 * MINUTE_MS;

/**
 * Task `removeMonitor`: deletes the history of deleted endpoints, one at a time, and that of the monitor if it is deleted;
 * existing ones are not touched. Enqueues another task for what it has no time for.
 */
export async function removeMonitor(
  run: Run,
  { monitorId, endpointIds }: TaskInputs['removeMonitor'],
  clock: () => number = Date.now,
): Promise<void> {
  await removeYears(run, monitorId);
  if (endpointIds.length === 0) return;
  const documents = await run.db.getAll(...endpointIds.map((id) => endpoints.ref(run.db, id)), { fieldMask: [] });
  const gone = documents.filter((document) => !document.exists).map(({ id }) => id);
  const until = clock() + STARTS_WITHIN_MS;
  for (const [index, id] of gone.entries()) {
    if (clock() > until) return run.tasks.enqueue('removeMonitor', { monitorId, endpointIds: gone.slice(index) });
    await run.db.recursiveDelete(statusEvents.collection(run.db, id));
    await deleteFound(run, months.collection(run.db).where('endpointId', '==', id));
  }
}

async function removeYears(run: Run, monitorId: string): Promise<void> {
  const [document] = await run.db.getAll(monitors.ref(run.db, monitorId), { fieldMask: [] });
  if (!document?.exists) await deleteFound(run, years.collection(run.db).where('monitorId', '==', monitorId));
}

/** Deletes the few documents that a query finds: those of the months or years for which history is kept. */
async function deleteFound(run: Run, query: Query): Promise<void> {
  const { docs } = await query.select().get();
  const batch = run.db.batch();
  for (const { ref } of docs) batch.delete(ref);
  if (docs.length > 0) await batch.commit();
}
