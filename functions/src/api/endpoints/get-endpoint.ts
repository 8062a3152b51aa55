import { endpointCalls } from '@farwatch/core/api/endpoints';
import { route } from '../route.ts';
import { endpointDetail } from './endpoint-detail.ts';

export const getEndpoint = route(endpointCalls.read, {
  run: (run, caller, { params }) => endpointDetail(run, caller, params.id),
});
