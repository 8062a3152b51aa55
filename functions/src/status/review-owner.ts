import type { LocationCode } from '@farwatch/core/locations';
import { endpointsToReview } from '@farwatch/core/status/review';
import type { QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { type Wanted, want } from '../agents/want-anew.ts';
import { attemptEach } from '../db/attempt-each.ts';
import { monitors } from '../db/collections.ts';
import type { Run } from '../db/run.ts';
import { type Asks, applyToMonitor } from './apply-to-monitor.ts';
import { readAssignedAgents } from './assigned-agents.ts';

/**
 * Decides an owner's endpoints at a location again after other votes began to count there at that time; writes only
 * changes. An agent that is back and saw up what is now in an outage is to say anew what it sees: `wanted`, for all
 * owners together.
 */
export async function reviewOwner(
  run: Run,
  ownerId: string,
  { location, changedAtMs }: { location: LocationCode; changedAtMs: number },
  wanted: Wanted,
): Promise<void> {
  const query = monitors
    .collection(run.db)
    .where('ownerId', '==', ownerId)
    .where('locations', 'array-contains', location);
  const [{ docs }, assignedAgents] = await Promise.all([query.get(), readAssignedAgents(run, ownerId)]);
  const asks: Asks = new Map();
  const review = async (doc: QueryDocumentSnapshot) => {
    const monitor = monitors.read(doc);
    if (!monitor) return;
    const arrivals = new Map(endpointsToReview(monitor, assignedAgents).map((id) => [id, { changedAtMs }]));
    await applyToMonitor(run, { monitorId: doc.id, ownerId }, arrivals, asks);
  };
  try {
    await attemptEach(docs, review, { what: 'monitors' });
  } finally {
    for (const [agentId, endpointIds] of asks) want(wanted, agentId, ownerId, endpointIds);
  }
}
