import { uptimeHours } from '@farwatch/core/agents/uptime';
import { agentCalls } from '@farwatch/core/api/agents';
import { wallClock } from '@farwatch/core/zone';
import { route } from '../route.ts';
import { readPresence } from './read-presence.ts';
import { refuseFutureDate } from './refuse-future-date.ts';

export const getAgentSegments = route(agentCalls.segments, {
  run: async (run, caller, { params: { id }, query }) => {
    const clock = wallClock('UTC');
    const date = query.date ?? clock.at(run.nowMs).date;
    refuseFutureDate(date, clock, run.nowMs);
    return { date, hours: uptimeHours(await readPresence(run, caller, id), date, run.nowMs) };
  },
});
