import { endpoints, statusEvents } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';
import type { TaskInputs } from '../../db/tasks.ts';

/** Task `removeMonitor`: deletes the status history of deleted endpoints; existing ones are not touched. */
export async function removeMonitor(run: Run, { endpointIds }: TaskInputs['removeMonitor']): Promise<void> {
  if (endpointIds.length === 0) return;
  const documents = await run.db.getAll(...endpointIds.map((id) => endpoints.ref(run.db, id)), { fieldMask: [] });
  const gone = documents.filter((document) => !document.exists);
  await Promise.all(gone.map(({ id }) => run.db.recursiveDelete(statusEvents.collection(run.db, id))));
}
