import { endpointDetailSchema } from '@farwatch/core/api/endpoints';
import { byIdSchema } from '@farwatch/core/api/parts';
import { route } from '../route.ts';
import { endpointDetail } from './endpoint-detail.ts';

export const getEndpoint = route({
  method: 'get',
  path: '/endpoints/:id',
  summary: 'An endpoint',
  params: byIdSchema,
  output: endpointDetailSchema,
  run: (run, caller, { params }) => endpointDetail(run, caller, params.id),
});
