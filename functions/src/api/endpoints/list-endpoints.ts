import { endpointCalls } from '@farwatch/core/api/endpoints';
import { monitorDetail } from '../monitors/read-monitor.ts';
import { route } from '../route.ts';

export const listEndpoints = route(endpointCalls.list, {
  run: async (run, caller, { params }) => (await monitorDetail(run, caller, params.id)).endpoints,
});
