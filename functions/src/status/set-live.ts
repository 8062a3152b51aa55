import { assignmentId, assignmentSchema } from '@farwatch/core/documents/assignment';
import type { Flip } from '@farwatch/core/documents/flip';
import { assignments } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { fromStored } from '../db/timestamps.ts';

const heldSchema = assignmentSchema.pick({ agentId: true, liveOrder: true });

/** The owners whose assignments an agent has. */
export async function ownersHeldBy(run: Run, agentId: string): Promise<string[]> {
  const held = await assignments.collection(run.db).where('agentId', '==', agentId).select('ownerId').get();
  return held.docs.map((doc) => String(doc.get('ownerId')));
}

/**
 * Sets whether the votes of the flip's agent count for that owner. An assignment with newer news of the agent, or with
 * another agent, stays as it is.
 */
export async function setLive(run: Run, flip: Flip, ownerId: string, live: boolean): Promise<void> {
  const ref = assignments.ref(run.db, assignmentId(flip.location, ownerId));
  await run.db.runTransaction(async (tx) => {
    const [doc] = await tx.getAll(ref, { fieldMask: Object.keys(heldSchema.shape) });
    if (!doc?.exists) return;
    const { agentId, liveOrder } = heldSchema.parse(fromStored(doc.data()));
    if (agentId === flip.agentId && liveOrder < flip.order) tx.update(ref, { live, liveOrder: flip.order });
  });
}
