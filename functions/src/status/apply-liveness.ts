import { assignmentSchema } from '@farwatch/core/documents/assignment';
import type { Flip, Liveness } from '@farwatch/core/documents/flip';
import type { DocumentReference } from 'firebase-admin/firestore';
import { rebalance } from '../agents/rebalance.ts';
import { assignments } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { fromStored } from '../db/timestamps.ts';
import { reviewOwner } from './review-owner.ts';

const heldSchema = assignmentSchema.pick({ agentId: true, ownerId: true, liveOrder: true });

/** Makes an agent's votes count, or no longer, and has others take over what a silent one held (design 4 and 5). */
export async function applyLiveness(run: Run, flip: Flip, liveness: Liveness): Promise<void> {
  const held = await assignments.collection(run.db).where('agentId', '==', flip.agentId).select('ownerId').get();
  for (const doc of held.docs) await setLive(run, doc.ref, flip, liveness === 'live');
  if (liveness !== 'abstaining') await rebalance(run, flip.location);
  for (const doc of held.docs) await reviewOwner(run, String(doc.get('ownerId')), flip.location);
}

async function setLive(run: Run, ref: DocumentReference, flip: Flip, live: boolean): Promise<void> {
  await run.db.runTransaction(async (tx) => {
    const [doc] = await tx.getAll(ref, { fieldMask: Object.keys(heldSchema.shape) });
    if (!doc?.exists) return;
    const { agentId, liveOrder } = heldSchema.parse(fromStored(doc.data()));
    if (agentId === flip.agentId && liveOrder < flip.order) tx.update(ref, { live, liveOrder: flip.order });
  });
}
