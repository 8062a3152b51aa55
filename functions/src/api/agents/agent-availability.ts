import { agentUptime } from '@farwatch/core/agents/uptime';
import { agentCalls } from '@farwatch/core/api/agents';
import { wallClock } from '@farwatch/core/zone';
import { route } from '../route.ts';
import { readPresence } from './read-presence.ts';

export const getAgentAvailability = route(agentCalls.availability, {
  run: async (run, caller, { params: { id }, headers }) => {
    const clock = wallClock(headers['x-timezone']);
    const { today, average, daily } = agentUptime(await readPresence(run, caller, id), clock, run.nowMs);
    return { today_uptime: today, average_uptime: average, daily_availability: daily };
  },
});
