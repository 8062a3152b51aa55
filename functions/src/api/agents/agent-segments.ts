import { uptimeHours } from '@farwatch/core/agents/uptime';
import { agentSegmentsSchema, dateQuerySchema } from '@farwatch/core/api/agent-figures';
import { byIdSchema } from '@farwatch/core/api/parts';
import { wallClock } from '@farwatch/core/zone';
import { route } from '../route.ts';
import { readPresence } from './read-presence.ts';
import { refuseFutureDate } from './refuse-future-date.ts';

export const getAgentSegments = route({
  method: 'get',
  path: '/agents/:id/availability/segments',
  role: 'admin',
  summary: 'The UTC hours of a date in times of ten minutes, with whether the agent was there; today by default',
  params: byIdSchema,
  query: dateQuerySchema,
  output: agentSegmentsSchema,
  run: async (run, caller, { params: { id }, query }) => {
    const clock = wallClock('UTC');
    const date = query.date ?? clock.at(run.nowMs).date;
    refuseFutureDate(date, clock, run.nowMs);
    return { date, hours: uptimeHours(await readPresence(run, caller, id), date, run.nowMs) };
  },
});
