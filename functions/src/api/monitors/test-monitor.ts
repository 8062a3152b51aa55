import { testRequestedSchema } from '@farwatch/core/api/monitors';
import { byIdSchema } from '@farwatch/core/api/parts';
import { askToCheck } from '../../agents/commands.ts';
import { readHolders } from '../../status/assigned.ts';
import { route } from '../route.ts';
import { ownMonitor } from './read-monitor.ts';

export const testMonitor = route({
  method: 'post',
  path: '/monitors/:id/test',
  summary: 'Ask the agents to check the monitor’s endpoints now',
  params: byIdSchema,
  output: testRequestedSchema,
  run: async (run, caller, { params }) => {
    const monitor = await ownMonitor(run, caller, params.id);
    const endpointIds = Object.keys(monitor.endpoints);
    const holders = await readHolders(run, caller.uid, (refs, fieldMask) => run.db.getAll(...refs, { fieldMask }));
    const asked = monitor.locations.filter((location) => holders[location]?.agentId && holders[location].live);
    const agentIds = new Set(asked.flatMap((location) => holders[location]?.agentId ?? []));
    if (endpointIds.length > 0) for (const agentId of agentIds) await askToCheck(run, { agentId, endpointIds });
    return { success: asked.length > 0 && endpointIds.length > 0, locations: asked };
  },
});
