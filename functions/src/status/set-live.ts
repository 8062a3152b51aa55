import { assignmentId } from '@farwatch/core/documents/assignment';
import type { Flip } from '@farwatch/core/documents/flip';
import { assignments } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';

const heldFields = assignments.pick('agentId', 'liveOrder');
const ownerField = assignments.pick('ownerId');

/** The owners whose assignments an agent has. */
export async function ownersHeldBy(run: Run, agentId: string): Promise<string[]> {
  const held = await ownerField.find(assignments.collection(run.db).where('agentId', '==', agentId));
  return held.map(({ ownerId }) => ownerId);
}

/**
 * Sets whether the votes of the flip's agent count for that owner. An assignment with newer news of the agent, or with
 * another agent, stays as it is.
 */
export async function setLive(run: Run, flip: Flip, ownerId: string, live: boolean): Promise<void> {
  const ref = assignments.ref(run.db, assignmentId(flip.location, ownerId));
  await run.db.runTransaction(async (tx) => {
    const [held] = await heldFields.getAll(tx, ref);
    if (held?.agentId === flip.agentId && held.liveOrder < flip.order) tx.update(ref, { live, liveOrder: flip.order });
  });
}
