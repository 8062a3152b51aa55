import { assignmentId } from '@farwatch/core/documents/assignment';
import type { Flip } from '@farwatch/core/documents/flip';
import { assignments } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';

const livenessFields = assignments.pick('agentId', 'liveSeq');
const ownerField = assignments.pick('ownerId');

/** The owners whose assignments an agent has. */
export async function ownersAssignedTo(run: Run, agentId: string): Promise<string[]> {
  const assigned = await ownerField.find(assignments.collection(run.db).where('agentId', '==', agentId));
  return assigned.map(({ ownerId }) => ownerId);
}

/**
 * Sets whether the votes of the flip's agent count for that owner. An assignment with newer news of the agent, or with
 * another agent, stays as it is.
 */
export async function setLive(run: Run, flip: Flip, ownerId: string, live: boolean): Promise<void> {
  const ref = assignments.ref(run.db, assignmentId(flip.location, ownerId));
  await run.db.runTransaction(async (tx) => {
    const [assignment] = await livenessFields.getAll(tx, ref);
    if (assignment?.agentId === flip.agentId && assignment.liveSeq < flip.agentSeq)
      tx.update(ref, { live, liveSeq: flip.agentSeq });
  });
}
