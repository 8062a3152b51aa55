import { monitorCalls } from '@farwatch/core/api/monitors';
import { isAsDesired, monitorText } from '@farwatch/core/monitors/monitor-text';
import { ApiError } from '../errors.ts';
import { route } from '../route.ts';
import { desiredMonitor } from './desired-monitor.ts';
import { editMonitor } from './edit-monitor.ts';
import { monitorDetail } from './read-monitor.ts';

export const replaceMonitor = route(monitorCalls.replace, {
  run: async (run, caller, { params, body }) => {
    await editMonitor(run, caller, params.id, (current) => {
      if (!current) throw new ApiError('not_found');
      const { monitor, endpoints } = current;
      const desired = desiredMonitor(run, body, monitor);
      const isLate = body.version !== undefined && body.version !== monitor.version;
      // What is desired may stand already: by this very call, where its answer was lost on the way.
      if (isLate && !isAsDesired(monitor, endpoints, desired))
        throw new ApiError('edited_meanwhile', { current: monitorText(monitor, endpoints) });
      return desired;
    });
    return monitorDetail(run, caller, params.id);
  },
});
