import { testRequestedSchema } from '@farwatch/core/api/monitors';
import { byIdSchema } from '@farwatch/core/api/parts';
import { requestTest } from '../request-test.ts';
import { route } from '../route.ts';
import { ownEndpoint } from './own-endpoint.ts';

export const testEndpoint = route({
  method: 'post',
  path: '/endpoints/:id/test',
  summary: 'Ask the agents to check the endpoint now',
  params: byIdSchema,
  output: testRequestedSchema,
  run: async (run, caller, { params }) => {
    const { locations, ...endpoint } = await ownEndpoint(run, caller, params.id);
    return requestTest(run, caller, { locations, endpoints: { [params.id]: endpoint } });
  },
});
