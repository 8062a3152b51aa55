import type { Monitor } from '@farwatch/core/documents/monitor';
import { monitors } from '../../db/collections.ts';
import type { Run } from '../../db/run.ts';
import type { Caller } from '../authenticate.ts';

/** Limits the reads of one request; an account's endpoint limit allows far fewer. */
const MAX_READ = 1000;

/** The caller's monitors, unordered. */
export async function readOwnMonitors(run: Run, caller: Caller): Promise<{ id: string; monitor: Monitor }[]> {
  const { docs } = await monitors.collection(run.db).where('ownerId', '==', caller.uid).limit(MAX_READ).get();
  return docs.flatMap((doc) => {
    const monitor = monitors.readIfValid(doc);
    return monitor ? [{ id: doc.id, monitor }] : [];
  });
}
