import type { Monitor } from '@farwatch/core/documents/monitor';
import { monitors } from '../../db/collections.ts';
import type { Run } from '../../db/run.ts';
import type { Caller } from '../authenticate.ts';

/** Far above what an account's endpoints allow: a bound for the reads of one request. */
const MOST = 1000;

/** The caller's monitors, in no order. */
export async function readOwnMonitors(run: Run, caller: Caller): Promise<{ id: string; monitor: Monitor }[]> {
  const { docs } = await monitors.collection(run.db).where('ownerId', '==', caller.uid).limit(MOST).get();
  return docs.flatMap((doc) => {
    const monitor = monitors.readIfValid(doc);
    return monitor ? [{ id: doc.id, monitor }] : [];
  });
}
