import { agentUptime } from '@farwatch/core/agents/uptime';
import { agentAvailabilitySchema, zoneHeadersSchema } from '@farwatch/core/api/agent-figures';
import { byIdSchema } from '@farwatch/core/api/parts';
import { wallClock } from '@farwatch/core/zone';
import { route } from '../route.ts';
import { readPresence } from './read-presence.ts';

export const getAgentAvailability = route({
  method: 'get',
  path: '/agents/:id/availability',
  role: 'admin',
  summary: 'How much of today and of each of thirty days an agent was there, by the days of the caller’s zone',
  params: byIdSchema,
  headers: zoneHeadersSchema,
  output: agentAvailabilitySchema,
  run: async (run, caller, { params: { id }, headers }) => {
    const clock = wallClock(headers['x-timezone']);
    const { today, average, daily } = agentUptime(await readPresence(run, caller, id), clock, run.nowMs);
    return { today_uptime: today, average_uptime: average, daily_availability: daily };
  },
});
