import type { HeartbeatChange } from '@farwatch/core/decisions/heartbeats/apply-ping';
import { voteUpdateOf } from '@farwatch/core/decisions/heartbeats/vote-update';
import type { Heartbeat } from '@farwatch/core/documents/heartbeat';
import type { DocumentReference, DocumentSnapshot, Transaction } from 'firebase-admin/firestore';
import { heartbeats } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { type Applied, announceApplied, applyInTransaction } from '../status/apply-to-monitor.ts';

type Found = { ref: DocumentReference; document: DocumentSnapshot | undefined };

/**
 * Changes a heartbeat and, if it casts another vote, the status of its endpoint in the same transaction: both change or
 * neither does. Returns the heartbeat; null if there is none. `decide` may run several times.
 */
export async function changeHeartbeat(
  run: Run,
  find: (tx: Transaction) => Promise<Found | null>,
  decide: (heartbeat: Heartbeat) => HeartbeatChange | null,
): Promise<Heartbeat | null> {
  const { heartbeat, applied } = await run.db.runTransaction(async (tx) => {
    const found = await find(tx);
    const before = found?.document ? heartbeats.read(found.document) : null;
    if (!found || !before) return { heartbeat: null, applied: null };
    const change = decide(before);
    if (!change) return { heartbeat: before, applied: null };
    const result = await applyVote(run, tx, change);
    tx.update(found.ref, heartbeats.toUpdate(change.heartbeat));
    return { heartbeat: change.heartbeat, applied: result };
  });
  if (heartbeat && applied) await announceApplied(run, heartbeat.ownerId, applied);
  return heartbeat;
}

async function applyVote(run: Run, tx: Transaction, { heartbeat, vote }: HeartbeatChange): Promise<Applied | null> {
  if (!vote) return null;
  const { monitorId, ownerId, endpointId } = heartbeat;
  const causes = new Map([[endpointId, voteUpdateOf(heartbeat, vote)]]);
  return applyInTransaction(run, tx, { monitorId, ownerId }, causes);
}
