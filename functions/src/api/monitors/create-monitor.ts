import { createHash } from 'node:crypto';
import { monitorCalls } from '@farwatch/core/api/monitors';
import { monitors } from '../../db/kinds.ts';
import { route } from '../route.ts';
import { desiredMonitor } from './desired-monitor.ts';
import { editMonitor } from './edit-monitor.ts';
import { monitorDetail } from './read-monitor.ts';
import { replacement } from './replacement.ts';

export const createMonitor = route(monitorCalls.create, {
  run: async (run, caller, { body: { idempotencyKey, ...input } }) => {
    const id =
      idempotencyKey === undefined ? monitors.collection(run.db).doc().id : idOfKey(caller.uid, idempotencyKey);
    // It may be there already: by a commit or a call whose answer was lost.
    await editMonitor(run, caller, id, (current) =>
      current ? replacement(run, input, current) : desiredMonitor(run, input, null),
    );
    return monitorDetail(run, caller, id);
  },
});

/** The id of the monitor that a caller makes under a key: the same for both, nobody else's. */
function idOfKey(uid: string, key: string): string {
  return createHash('sha256').update(`${uid}/${key}`).digest('hex').slice(0, 32);
}
