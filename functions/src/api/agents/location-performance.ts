import { isActive } from '@farwatch/core/agents/health';
import {
  type ClockHour,
  hoursOfDay,
  latestHours,
  locationHour,
  locationUptime,
} from '@farwatch/core/agents/location-hour';
import type { LocationPerformance, LocationSegment } from '@farwatch/core/api/agent-figures';
import { agentCalls } from '@farwatch/core/api/agents';
import { LOCATION_CODES, LOCATION_NAMES } from '@farwatch/core/locations';
import { wallClock } from '@farwatch/core/zone';
import { route } from '../route.ts';
import { readOwnAgents } from './own-agents.ts';
import { type PresentAgent, withPresences } from './read-presence.ts';
import { refuseFutureDate } from './refuse-future-date.ts';

export const getLocationPerformance = route(agentCalls.performance, {
  run: async (run, caller, { query: { date }, headers }) => {
    const clock = wallClock(headers['x-timezone']);
    if (date) refuseFutureDate(date, clock, run.nowMs);
    const hours = date ? hoursOfDay(date, clock) : latestHours(clock, run.nowMs);
    const own = await withPresences(run, await readOwnAgents(run, caller));
    return LOCATION_CODES.map((code) => own.filter(({ location }) => location === code)).flatMap((here) =>
      performance(here, hours, run.nowMs),
    );
  },
});

/** Of the agents of one location; nothing if there are none. */
function performance(here: readonly PresentAgent[], hours: readonly ClockHour[], nowMs: number): LocationPerformance {
  const [first] = here;
  if (!first) return [];
  return [
    {
      country_code: first.location,
      country_name: LOCATION_NAMES[first.location],
      availability: locationUptime(
        here,
        hours.flatMap(({ slots }) => slots),
        nowMs,
      ),
      agent_count: here.length,
      active_agents: here.filter((agent) => isActive(agent, nowMs)).length,
      uptimeSegments: hours.map((hour) => segment(here, hour, nowMs)),
    },
  ];
}

function segment(here: readonly PresentAgent[], { date, hour, slots }: ClockHour, nowMs: number): LocationSegment {
  const isFuture = slots.length > 0 && slots.every((slot) => slot > nowMs);
  if (isFuture) return { status: 'N/A', date, hour, availability: null, isFuture };
  const known = locationHour(here, slots, nowMs);
  return known && { ...known, date, hour, isFuture };
}
