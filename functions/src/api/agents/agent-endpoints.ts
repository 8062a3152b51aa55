import { agentCalls } from '@farwatch/core/api/agents';
import { isoOf } from '@farwatch/core/api/parts';
import { route } from '../route.ts';
import { readChecked } from './read-checked.ts';

export const getAgentEndpoints = route(agentCalls.endpoints, {
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
