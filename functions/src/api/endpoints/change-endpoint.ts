import { endpointChangeSchema, endpointDetailSchema } from '@farwatch/core/api/endpoints';
import { byIdSchema } from '@farwatch/core/api/parts';
import { ApiError } from '../errors.ts';
import { route } from '../route.ts';
import { checkUrlIsFree, editEndpoints } from './edit-endpoints.ts';
import { endpointDetail } from './endpoint-detail.ts';
import { ownEndpoint } from './own-endpoint.ts';

export const changeEndpoint = route({
  method: 'put',
  path: '/endpoints/:id',
  summary: 'Change an endpoint; with another URL its history begins anew',
  params: byIdSchema,
  body: endpointChangeSchema,
  output: endpointDetailSchema,
  run: async (run, caller, { params: { id }, body }) => {
    const { monitorId } = await ownEndpoint(run, caller, id);
    await editEndpoints(run, caller, monitorId, (wanted) => {
      const before = wanted.get(id);
      if (!before) throw new ApiError('not_found');
      const url = body.url ?? before.url;
      checkUrlIsFree(wanted, id, url);
      wanted.set(id, { url, name: body.name || before.name, description: body.description ?? before.description });
    });
    return endpointDetail(run, caller, id);
  },
});
