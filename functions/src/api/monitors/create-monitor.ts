import { monitorCalls } from '@farwatch/core/api/monitors';
import { monitors } from '../../db/kinds.ts';
import { route } from '../route.ts';
import { desiredMonitor } from './desired-monitor.ts';
import { editMonitor } from './edit-monitor.ts';
import { monitorDetail } from './read-monitor.ts';

export const createMonitor = route(monitorCalls.create, {
  run: async (run, caller, { body }) => {
    const id = monitors.collection(run.db).doc().id;
    // Made once: if a commit's answer is lost and it is retried, the same ids find what it made.
    const desired = desiredMonitor(run, body, null);
    await editMonitor(run, caller, id, () => desired);
    return monitorDetail(run, caller, id);
  },
});
