import { monitorDetailSchema } from '@farwatch/core/api/monitor-answer';
import { byIdSchema } from '@farwatch/core/api/parts';
import { route } from '../route.ts';
import { monitorDetail } from './read-monitor.ts';

export const getMonitor = route({
  method: 'get',
  path: '/monitors/:id',
  summary: 'A monitor with its endpoints',
  params: byIdSchema,
  output: monitorDetailSchema,
  run: (run, caller, { params }) => monitorDetail(run, caller, params.id),
});
