import { endpointsDeletedSchema, endpointsToDeleteSchema } from '@farwatch/core/api/endpoints';
import { byIdSchema, DONE } from '@farwatch/core/api/parts';
import { route } from '../route.ts';
import { removeEndpoints } from './remove-endpoints.ts';

/** A POST, since some proxies drop the body of a DELETE. */
export const deleteEndpoints = route({
  method: 'post',
  path: '/monitors/:id/endpoints/delete',
  summary: 'Delete several endpoints of a monitor at once: all of them, or none where one is not of the monitor',
  params: byIdSchema,
  body: endpointsToDeleteSchema,
  output: endpointsDeletedSchema,
  run: async (run, caller, { params, body }) => {
    await removeEndpoints(run, caller, params.id, body.endpointIds);
    return { ...DONE, deleted: body.endpointIds };
  },
});
