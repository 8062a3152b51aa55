import { monitorCalls } from '@farwatch/core/api/monitors';
import { ApiError } from '../errors.ts';
import { route } from '../route.ts';
import { editMonitor } from './edit-monitor.ts';
import { monitorDetail } from './read-monitor.ts';
import { replacement } from './replacement.ts';

export const replaceMonitor = route(monitorCalls.replace, {
  run: async (run, caller, { params, body }) => {
    await editMonitor(run, caller, params.id, (current) => {
      if (!current) throw new ApiError('not_found');
      return replacement(run, body, current);
    });
    return monitorDetail(run, caller, params.id);
  },
});
