import type { LocationCode } from '@farwatch/core/locations';
import { endpointsToReview } from '@farwatch/core/status/review';
import type { QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { askToCheck } from '../agents/commands.ts';
import { forgetVerdicts } from '../agents/forget-verdicts.ts';
import { attemptEach } from '../db/attempt-each.ts';
import { monitors } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { type Asks, applyToMonitor } from './apply-to-monitor.ts';
import { readAssignedAgents } from './assigned-agents.ts';

/**
 * Decides an owner's endpoints at a location again after other votes began to count there at that time; writes only
 * changes. An agent that is back and saw up what is now in an outage checks that anew: its verdict is then news even if it
 * is the same, so it is forgotten before.
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
  const asks: Asks = new Map();
  const review = async (doc: QueryDocumentSnapshot) => {
    const monitor = monitors.read(doc);
    if (!monitor) return;
    const arrivals = new Map(endpointsToReview(monitor, assignedAgents).map((id) => [id, { changedAtMs }]));
    await applyToMonitor(run, { monitorId: doc.id, ownerId }, arrivals, asks);
  };
  await attemptEach(docs, review, { what: 'monitors' });
  for (const [agentId, endpointIds] of asks) {
    await forgetVerdicts(run, agentId, ownerId, endpointIds);
    await askToCheck(run, { agentId, endpointIds });
  }
}
