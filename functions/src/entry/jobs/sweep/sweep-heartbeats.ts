import { applyLateness } from '@farwatch/core/decisions/heartbeats/apply-ping';
import { mayLackPings } from '@farwatch/core/decisions/heartbeats/missed-pings';
import type { Sweep } from '@farwatch/core/documents/sweep';
import { Timestamp } from 'firebase-admin/firestore';
import { changeHeartbeat } from '../../../domain/heartbeats/change-heartbeat.ts';
import { heartbeats } from '../../../platform/db/collections.ts';
import { attemptDue, type Due, findDue } from '../../../platform/db/due-work.ts';
import type { Run } from '../../../platform/db/run.ts';

const MOST = 500;
const AT_ONCE = 10;
const dueFields = heartbeats.pick('dueAt');

/** Declares heartbeats down that are late, unless their pings may be missing. A minute without any costs one read. */
export async function sweepHeartbeats(run: Run, state: Pick<Sweep, 'gapEndedAt'>): Promise<void> {
  if (mayLackPings(state, run.nowMs)) return;
  const due = heartbeats.collection(run.db).where('dueAt', '<=', Timestamp.fromMillis(run.nowMs));
  const late = await findDue(run, due.orderBy('dueAt'), dueFields, MOST);
  const declare = async ({ ref }: Due<object>) => {
    await changeHeartbeat(
      run,
      async (tx) => ({ ref, document: await tx.get(ref) }),
      (heartbeat) => applyLateness(heartbeat, run.nowMs),
    );
  };
  await attemptDue(run, late, declare, { atOnce: AT_ONCE, what: 'heartbeats' });
}
