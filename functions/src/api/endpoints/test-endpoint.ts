import { endpointCalls } from '@farwatch/core/api/endpoints';
import { requestTest } from '../request-test.ts';
import { route } from '../route.ts';
import { ownEndpoint } from './own-endpoint.ts';

export const testEndpoint = route(endpointCalls.test, {
  run: async (run, caller, { params }) => {
    const { locations, ...endpoint } = await ownEndpoint(run, caller, params.id);
    return requestTest(run, caller, { locations, endpoints: { [params.id]: endpoint } });
  },
});
