import { applyPing, type ReceivedPing } from '@farwatch/core/decisions/heartbeats/apply-ping';
import type { PingTarget } from '@farwatch/core/decisions/heartbeats/ping-path';
import type { Heartbeat } from '@farwatch/core/documents/heartbeat';
import type { Transaction } from 'firebase-admin/firestore';
import { heartbeats } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { changeHeartbeat } from './change-heartbeat.ts';

/** What became of a ping: of one that was stored, the heartbeat after it. */
export type PingResult = { heartbeat: Heartbeat } | { refused: 'not found' | 'ambiguous slug' };

/** Stores a ping: one read and one write, unless it changes the endpoint's status. */
export async function recordPing(run: Run, target: PingTarget, ping: ReceivedPing): Promise<PingResult> {
  let isAmbiguous = false;
  const find = async (tx: Transaction) => {
    if ('key' in target) {
      const ref = heartbeats.ref(run.db, target.key);
      return { ref, document: await tx.get(ref) };
    }
    const { pingKey, slug } = target;
    const named = heartbeats.collection(run.db).where('pingKey', '==', pingKey).where('slug', '==', slug);
    const [first, second] = (await tx.get(named.limit(2))).docs;
    isAmbiguous = second !== undefined;
    return first && !isAmbiguous ? { ref: first.ref, document: first } : null;
  };
  const heartbeat = await changeHeartbeat(run, find, (before) => applyPing(before, ping, run.nowMs));
  if (heartbeat) return { heartbeat };
  return { refused: isAmbiguous ? 'ambiguous slug' : 'not found' };
}
