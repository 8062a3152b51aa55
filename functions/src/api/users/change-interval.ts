import { assignmentId } from '@farwatch/core/documents/assignment';
import type { User } from '@farwatch/core/documents/user';
import { LOCATION_CODES } from '@farwatch/core/locations';
import { assignments, users } from '../../db/kinds.ts';
import { readThenWrite } from '../../db/read-then-write.ts';
import type { Run } from '../../db/run.ts';
import type { Caller } from '../authenticate.ts';
import { inTurn } from '../in-turn.ts';
import { firstUser } from './ensure-user.ts';

/** Changes the check interval of an owner and in all of their assignments, so that their agents hear of it at once. */
export async function changeInterval(
  run: Run,
  caller: Caller,
  monitorInterval: User['monitorInterval'],
): Promise<void> {
  const ref = users.ref(run.db, caller.uid);
  const refs = LOCATION_CODES.map((location) => assignments.ref(run.db, assignmentId(location, caller.uid)));
  const changed = { intervalSec: monitorInterval * 60, changedAt: run.nowMs };
  await inTurn(caller.uid, () =>
    readThenWrite(run.db, async (reader, writer) => {
      const [[userDoc], found] = await Promise.all([
        reader.getAll(ref),
        reader.getAll(...refs, { fieldMask: ['agentId'] }),
      ]);
      if (userDoc?.exists) writer.update(ref, users.part({ monitorInterval }));
      else writer.create(ref, users.whole({ ...firstUser(caller, run.nowMs), monitorInterval }));
      for (const document of found) if (document.exists) writer.update(document.ref, assignments.part(changed));
    }),
  );
}
