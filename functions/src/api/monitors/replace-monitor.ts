import { monitorDetailSchema } from '@farwatch/core/api/monitor-answer';
import { monitorReplacementSchema } from '@farwatch/core/api/monitors';
import { byIdSchema } from '@farwatch/core/api/parts';
import { isUnchanged, monitorText } from '@farwatch/core/monitors/monitor-text';
import { ApiError } from '../errors.ts';
import { route } from '../route.ts';
import { editMonitor } from './edit-monitor.ts';
import { monitorDetail } from './read-monitor.ts';
import { wantedMonitor } from './wanted.ts';

export const replaceMonitor = route({
  method: 'put',
  path: '/monitors/:id',
  summary:
    'Replace a monitor, unless it is of another version than the one given; endpoints that stay keep their ids and history',
  params: byIdSchema,
  body: monitorReplacementSchema,
  output: monitorDetailSchema,
  run: async (run, caller, { params, body }) => {
    await editMonitor(run, caller, params.id, (present) => {
      if (!present) throw new ApiError('not_found');
      const wanted = wantedMonitor(run, body, present.monitor);
      const current = monitorText(present.monitor, present.endpoints);
      const isLate = body.version !== undefined && body.version !== current.version;
      // The monitor may already be as wanted: by this very call, if its answer was lost.
      if (isLate && !isUnchanged(current, wanted)) throw new ApiError('edited_meanwhile', { current });
      return wanted;
    });
    return monitorDetail(run, caller, params.id);
  },
});
