import { monitorDetailSchema } from '@farwatch/core/api/monitor-answer';
import { monitorInputSchema } from '@farwatch/core/api/monitors';
import { byIdSchema } from '@farwatch/core/api/parts';
import { ApiError } from '../errors.ts';
import { route } from '../route.ts';
import { editMonitor } from './edit-monitor.ts';
import { monitorDetail } from './read-monitor.ts';
import { wantedMonitor } from './wanted.ts';

export const replaceMonitor = route({
  method: 'put',
  path: '/monitors/:id',
  summary: 'Replace a monitor; endpoints that stay keep their ids and history',
  params: byIdSchema,
  body: monitorInputSchema,
  output: monitorDetailSchema,
  run: async (run, caller, { params, body }) => {
    await editMonitor(run, caller, params.id, (present) => {
      if (!present) throw new ApiError('not_found');
      return wantedMonitor(run, body, present.monitor);
    });
    return monitorDetail(run, caller, params.id);
  },
});
