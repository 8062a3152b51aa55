import { endpointCalls } from '@farwatch/core/api/endpoints';
import { DONE } from '@farwatch/core/api/parts';
import { route } from '../route.ts';
import { removeEndpoints } from './remove-endpoints.ts';

/** A POST: not everything between a browser and us passes on the body of a DELETE. */
export const deleteEndpoints = route(endpointCalls.removeSeveral, {
  run: async (run, caller, { params, body }) => {
    await removeEndpoints(run, caller, params.id, body.endpointIds);
    return { ...DONE, deleted: body.endpointIds };
  },
});
