import { endpointCalls } from '@farwatch/core/api/endpoints';
import { endpointName } from '@farwatch/core/api/monitors';
import { endpoints } from '../../db/kinds.ts';
import { route } from '../route.ts';
import { checkUrlIsFree, editEndpoints } from './edit-endpoints.ts';
import { endpointDetail } from './endpoint-detail.ts';

export const addEndpoint = route(endpointCalls.add, {
  run: async (run, caller, { params, body }) => {
    // Made once: if a commit's answer is lost and it is retried, the same id finds what it made.
    const id = endpoints.collection(run.db).doc().id;
    await editEndpoints(run, caller, params.id, (desired) => {
      checkUrlIsFree(desired, id, body.url);
      const name = desired.get(id)?.name ?? endpointName(body, desired.size);
      desired.set(id, { url: body.url, name, description: body.description });
    });
    return endpointDetail(run, caller, id);
  },
});
