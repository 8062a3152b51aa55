import type { LocationCode } from '@farwatch/core/locations';
import { endpointsToReview } from '@farwatch/core/status/review';
import type { QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { attemptEach } from '../db/attempt-each.ts';
import { monitors } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { applyToMonitor } from './apply-to-monitor.ts';
import { readAssignedAgents } from './assigned-agents.ts';

/**
 * Decides an owner's endpoints at a location again after other votes began to count there at that time; writes only
 * changes.
 */
export async function reviewOwner(
  run: Run,
  ownerId: string,
  location: LocationCode,
  changedAtMs: number,
): Promise<void> {
  const query = monitors
    .collection(run.db)
    .where('ownerId', '==', ownerId)
    .where('locations', 'array-contains', location);
  const [{ docs }, assignedAgents] = await Promise.all([query.get(), readAssignedAgents(run, ownerId)]);
  const review = async (doc: QueryDocumentSnapshot) => {
    const monitor = monitors.read(doc);
    if (!monitor) return;
    const arrivals = new Map(endpointsToReview(monitor, assignedAgents).map((id) => [id, { changedAtMs }]));
    await applyToMonitor(run, { monitorId: doc.id, ownerId }, arrivals, new Map());
  };
  await attemptEach(docs, review, { what: 'monitors' });
}
