import { endpointCalls } from '@farwatch/core/api/endpoints';
import { DONE } from '@farwatch/core/api/parts';
import { route } from '../route.ts';
import { ownEndpoint } from './own-endpoint.ts';
import { removeEndpoints } from './remove-endpoints.ts';

export const deleteEndpoint = route(endpointCalls.remove, {
  run: async (run, caller, { params }) => {
    const { monitorId } = await ownEndpoint(run, caller, params.id);
    await removeEndpoints(run, caller, monitorId, [params.id]);
    return DONE;
  },
});
