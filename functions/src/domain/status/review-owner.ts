import { endpointsToReview } from '@farwatch/core/decisions/status/review';
import type { LocationCode } from '@farwatch/core/values/locations';
import type { QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { attemptEach } from '../../platform/db/attempt-each.ts';
import { monitors } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { addRechecks, type Rechecks } from '../agents/request-rechecks.ts';
import { readAssignedAgents } from '../checks/assigned-agents.ts';
import { enqueueLooksOnce } from '../notifications/enqueue.ts';
import { applyToMonitor, type EndpointsByAgent } from './apply-to-monitor.ts';

/**
 * Decides an owner's endpoints at a location again after votes started or stopped counting there; writes only changes.
 * Adds to `rechecks`, which collects for all owners, the endpoints in an outage whose up vote is older than the agent's
 * absence.
 */
export async function reviewOwner(
  run: Run,
  ownerId: string,
  { location, changedAtMs }: { location: LocationCode; changedAtMs: number },
  rechecks: Rechecks,
): Promise<void> {
  const query = monitors
    .collection(run.db)
    .where('ownerId', '==', ownerId)
    .where('locations', 'array-contains', location);
  const [{ docs }, assignedAgents] = await Promise.all([query.get(), readAssignedAgents(run, ownerId)]);
  const found: EndpointsByAgent = new Map();
  const review = async (bundled: Run, doc: QueryDocumentSnapshot) => {
    const monitor = monitors.read(doc);
    if (!monitor) return;
    const causes = new Map(endpointsToReview(monitor, assignedAgents).map((id) => [id, { changedAtMs }]));
    await applyToMonitor(bundled, { monitorId: doc.id, ownerId }, causes, found);
  };
  try {
    await enqueueLooksOnce(run, ownerId, (bundled) =>
      attemptEach(docs, (doc) => review(bundled, doc), { what: 'monitors' }),
    );
  } finally {
    for (const [agentId, ofAgent] of found) addRechecks(rechecks, agentId, ownerId, [...ofAgent.keys()]);
  }
}
