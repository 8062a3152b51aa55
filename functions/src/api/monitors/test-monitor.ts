import { testRequestedSchema } from '@farwatch/core/api/monitors';
import { byIdSchema } from '@farwatch/core/api/parts';
import { requestTest } from '../request-test.ts';
import { route } from '../route.ts';
import { ownMonitor } from './read-monitor.ts';

export const testMonitor = route({
  method: 'post',
  path: '/monitors/:id/test',
  summary: 'Ask the agents to check the monitor’s endpoints now',
  params: byIdSchema,
  output: testRequestedSchema,
  run: async (run, caller, { params }) => {
    const { locations, endpoints } = await ownMonitor(run, caller, params.id);
    return requestTest(run, caller, { locations, endpoints });
  },
});
