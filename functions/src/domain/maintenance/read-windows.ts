import type { WindowWithId } from '@farwatch/core/decisions/maintenance/monitor-occurrences';
import { MAINTENANCE } from '@farwatch/core/values/limits';
import type { Finder } from '../../platform/db/collection.ts';
import { maintenance } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';

/** An owner's maintenance windows, at most a hundred; in a transaction if there is a reader. */
export async function readWindows(run: Run, reader: Finder | null, ownerId: string): Promise<WindowWithId[]> {
  const own = maintenance.collection(run.db).where('ownerId', '==', ownerId).limit(MAINTENANCE.windowsPerOwner);
  const { docs } = await (reader ? reader.get(own) : own.get());
  return docs.flatMap((doc) => {
    const window = maintenance.readIfValid(doc);
    return window ? [{ ...window, id: doc.id }] : [];
  });
}
