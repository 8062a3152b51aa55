import { monitorDetailSchema } from '@farwatch/core/api/monitor-answer';
import { byIdSchema } from '@farwatch/core/api/parts';
import { monitorDetail } from '../monitors/read-monitor.ts';
import { route } from '../route.ts';

export const listEndpoints = route({
  method: 'get',
  path: '/monitors/:id/endpoints',
  summary: 'The endpoints of a monitor',
  params: byIdSchema,
  output: monitorDetailSchema.shape.endpoints,
  run: async (run, caller, { params }) => (await monitorDetail(run, caller, params.id)).endpoints,
});
