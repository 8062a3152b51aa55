import { monitoredEndpointSchema } from '@farwatch/core/api/agent-figures';
import { byIdSchema, isoOf } from '@farwatch/core/api/parts';
import { z } from 'zod';
import { route } from '../route.ts';
import { readChecked } from './read-checked.ts';

export const getAgentEndpoints = route({
  method: 'get',
  path: '/agents/:id/endpoints',
  role: 'admin',
  summary: 'What an agent checks, whoever wants it checked, with its own last check of each',
  params: byIdSchema,
  output: z.array(monitoredEndpointSchema),
  run: async (run, caller, { params }) => {
    const { checked } = await readChecked(run, caller, params.id);
    return checked.map(({ id, name, url, group, last }) => ({
      id,
      _id: id,
      name,
      url,
      group_name: group,
      last_check_by_agent: last && { checkTime: isoOf(last.at), success: last.up },
    }));
  },
});
