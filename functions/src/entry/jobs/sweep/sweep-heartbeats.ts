import { applyLateness } from '@farwatch/core/decisions/heartbeats/apply-ping';
import { mayJudge, noticeSince } from '@farwatch/core/decisions/heartbeats/canary';
import { mayLackPings } from '@farwatch/core/decisions/heartbeats/missed-pings';
import { pingsNotice } from '@farwatch/core/decisions/notifications/notices';
import type { Canary, Sweep } from '@farwatch/core/documents/sweep';
import { Timestamp } from 'firebase-admin/firestore';
import { changeHeartbeat } from '../../../domain/heartbeats/change-heartbeat.ts';
import { notifyOperators } from '../../../domain/notifications/notify-operators.ts';
import { heartbeats } from '../../../platform/db/collections.ts';
import { attemptDue, type Due, findDue } from '../../../platform/db/due-work.ts';
import type { Run } from '../../../platform/db/run.ts';

const MOST = 500;
const AT_ONCE = 10;
const dueFields = heartbeats.pick('dueAt');

/**
 * Declares heartbeats down that are late, unless their pings may be missing: for every account, while Farwatch's own
 * `canary` is not answered, and for those that an outage of the ping URL excuses. A minute without late ones costs a read.
 */
export async function sweepHeartbeats(
  run: Run,
  state: Pick<Sweep, 'gapEndedAt'>,
  canary: Promise<Canary>,
): Promise<void> {
  if (mayLackPings(state, run.nowMs)) return;
  const due = heartbeats.collection(run.db).where('dueAt', '<=', Timestamp.fromMillis(run.nowMs));
  const late = await findDue(run, due.orderBy('dueAt'), dueFields, MOST);
  if (late.length === 0) return;
  const known = await canary;
  if (!mayJudge(known)) return;
  const declare = async ({ ref }: Due<object>) => {
    await changeHeartbeat(
      run,
      async (tx) => ({ ref, document: await tx.get(ref) }),
      (heartbeat) => applyLateness(heartbeat, known.outage, run.nowMs),
    );
  };
  await attemptDue(run, late, declare, { atOnce: AT_ONCE, what: 'heartbeats' });
}

/** Notifies the operators once of an outage of the ping URL that continues. */
export async function notifyUnreachable(run: Run, canary: Canary): Promise<void> {
  const since = noticeSince(canary, run.nowMs);
  if (since === null) return;
  const timestamps = { occurredAt: since, nowMs: run.nowMs };
  const idOf = (adminId: string) => `pings_unreachable_${adminId}_${since}`;
  await notifyOperators(run, idOf, (adminId) => pingsNotice(adminId, timestamps));
}
