import { assignmentSchema } from '@farwatch/core/documents/assignment';
import type { Flip } from '@farwatch/core/documents/flip';
import { DRAIN } from '@farwatch/core/limits';
import type { DocumentReference } from 'firebase-admin/firestore';
import { attemptEach } from '../db/attempt-each.ts';
import { assignments } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { fromStored } from '../db/timestamps.ts';

const heldSchema = assignmentSchema.pick({ agentId: true, liveOrder: true });

/** Makes the votes of the flip's agent count, or no longer; gives the owners whose assignments it holds (design 5). */
export async function setLive(run: Run, flip: Flip, live: boolean): Promise<string[]> {
  const held = await assignments.collection(run.db).where('agentId', '==', flip.agentId).select('ownerId').get();
  await attemptEach(held.docs, (doc) => setOne(run, doc.ref, flip, live), { atOnce: DRAIN.ownersAtOnce });
  return held.docs.map((doc) => String(doc.get('ownerId')));
}

/** An assignment that has heard of the agent since, or was given away, stays as it is. */
async function setOne(run: Run, ref: DocumentReference, flip: Flip, live: boolean): Promise<void> {
  await run.db.runTransaction(async (tx) => {
    const [doc] = await tx.getAll(ref, { fieldMask: Object.keys(heldSchema.shape) });
    if (!doc?.exists) return;
    const { agentId, liveOrder } = heldSchema.parse(fromStored(doc.data()));
    if (agentId === flip.agentId && liveOrder < flip.order) tx.update(ref, { live, liveOrder: flip.order });
  });
}
