import { endpointCalls } from '@farwatch/core/api/endpoints';
import { ApiError } from '../errors.ts';
import { route } from '../route.ts';
import { checkUrlIsFree, editEndpoints } from './edit-endpoints.ts';
import { endpointDetail } from './endpoint-detail.ts';
import { ownEndpoint } from './own-endpoint.ts';

export const changeEndpoint = route(endpointCalls.change, {
  run: async (run, caller, { params: { id }, body }) => {
    const { monitorId } = await ownEndpoint(run, caller, id);
    await editEndpoints(run, caller, monitorId, (desired) => {
      const before = desired.get(id);
      if (!before) throw new ApiError('not_found');
      const url = body.url ?? before.url;
      checkUrlIsFree(desired, id, url);
      desired.set(id, { url, name: body.name || before.name, description: body.description ?? before.description });
    });
    return endpointDetail(run, caller, id);
  },
});
