import { monitorCalls } from '@farwatch/core/api/monitors';
import { isAsWanted, monitorText } from '@farwatch/core/monitors/monitor-text';
import { ApiError } from '../errors.ts';
import { route } from '../route.ts';
import { editMonitor } from './edit-monitor.ts';
import { monitorDetail } from './read-monitor.ts';
import { wantedMonitor } from './wanted.ts';

export const replaceMonitor = route(monitorCalls.replace, {
  run: async (run, caller, { params, body }) => {
    await editMonitor(run, caller, params.id, (present) => {
      if (!present) throw new ApiError('not_found');
      const { monitor, endpoints } = present;
      const wanted = wantedMonitor(run, body, monitor);
      const isLate = body.version !== undefined && body.version !== monitor.version;
      // What is wanted may stand already: by this very call, where its answer was lost on the way.
      if (isLate && !isAsWanted(monitor, endpoints, wanted))
        throw new ApiError('edited_meanwhile', { current: monitorText(monitor, endpoints) });
      return wanted;
    });
    return monitorDetail(run, caller, params.id);
  },
});
