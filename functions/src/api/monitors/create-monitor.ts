import { monitorCalls } from '@farwatch/core/api/monitors';
import { monitors } from '../../db/kinds.ts';
import { route } from '../route.ts';
import { editMonitor } from './edit-monitor.ts';
import { monitorDetail } from './read-monitor.ts';
import { wantedMonitor } from './wanted.ts';

export const createMonitor = route(monitorCalls.create, {
  run: async (run, caller, { body }) => {
    const id = monitors.collection(run.db).doc().id;
    // Made once: if a commit's answer is lost and it is retried, the same ids find what it made.
    const wanted = wantedMonitor(run, body, null);
    await editMonitor(run, caller, id, () => wanted);
    return monitorDetail(run, caller, id);
  },
});
