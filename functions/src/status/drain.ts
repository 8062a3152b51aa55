import type { Flip } from '@farwatch/core/documents/flip';
import { KEEP } from '@farwatch/core/limits';
import { flips } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { applyFlip } from './apply-flip.ts';

const AT_ONCE = 20;

/**
 * Applies what an agent reported and is not yet applied, in the agent's order. Any number of drains may run at the same time,
 * and a drain that dies is finished by the next: each step is the same when done twice (design 2).
 */
export async function drain(run: Run, agentId: string): Promise<void> {
  for (;;) {
    const waiting = flips.collection(run.db).where('agentId', '==', agentId).where('state', '==', 'new');
    const { docs } = await waiting.orderBy('order').limit(AT_ONCE).get();
    for (const doc of docs) {
      const flip = flips.read(doc);
      if (flip) await applyFlip(run, flip);
      await doc.ref.update(flips.part(applied(run.nowMs)));
    }
    if (docs.length < AT_ONCE) return;
  }
}

function applied(nowMs: number): Partial<Flip> {
  return { state: 'applied', appliedAt: nowMs, expireAt: nowMs + KEEP.flipMs };
}
