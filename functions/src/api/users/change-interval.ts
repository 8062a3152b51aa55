import { assignmentId } from '@farwatch/core/documents/assignment';
import type { User } from '@farwatch/core/documents/user';
import { LOCATION_CODES } from '@farwatch/core/locations';
import { assignments, users } from '../../db/kinds.ts';
import { retryConflicts } from '../../db/retry.ts';
import type { Run } from '../../db/run.ts';
import type { Caller } from '../authenticate.ts';
import { firstUser } from './ensure-user.ts';

/** Changes the check interval of an owner, and of all that is assigned for them: their agents hear of it at once (design 4). */
export async function changeInterval(
  run: Run,
  caller: Caller,
  monitorInterval: User['monitorInterval'],
): Promise<void> {
  const ref = users.ref(run.db, caller.uid);
  const held = LOCATION_CODES.map((location) => assignments.ref(run.db, assignmentId(location, caller.uid)));
  const changed = { intervalSec: monitorInterval * 60, changedAt: run.nowMs };
  const change = () =>
    run.db.runTransaction(async (tx) => {
      const [[userDoc], found] = await Promise.all([tx.getAll(ref), tx.getAll(...held, { fieldMask: ['agentId'] })]);
      if (userDoc?.exists) tx.update(ref, users.part({ monitorInterval }));
      else tx.create(ref, users.whole({ ...firstUser(caller, run.nowMs), monitorInterval }));
      for (const document of found) if (document.exists) tx.update(document.ref, assignments.part(changed));
    });
  await retryConflicts(change);
}
