import type { LocationPerformance, LocationSegment } from '@farwatch/core/contracts/api/agent-metrics';
import { agentCalls } from '@farwatch/core/contracts/api/agents';
import {
  type ClockHour,
  countAgents,
  hoursOfDay,
  latestHours,
  locationHour,
  locationUptime,
} from '@farwatch/core/decisions/agents/location-hour';
import { LOCATION_CODES, type LocationCode, locationName } from '@farwatch/core/values/locations';
import { wallClock } from '@farwatch/core/values/zone';
import { presentAgents } from '../../../domain/agents/capable-agents.ts';
import type { Run } from '../../../platform/db/run.ts';
import { POLLED_MS } from '../../../platform/http/answer-cache.ts';
import { route } from '../../../platform/http/route.ts';
import { refuseFutureDate } from './agent-metrics.ts';
import { addPresence, type PresentAgent, readOwnAgents } from './read-agents.ts';

export const getAvailableLocations = route(agentCalls.locations, {
  cachedForMs: POLLED_MS,
  run: (run) =>
    Promise.all(
      LOCATION_CODES.map(async (code) => ({
        countryCode: code,
        countryName: locationName(code),
        agentCount: await countActive(run, code),
      })),
    ),
});

/** Counted by the index: one read, however many agents there are. */
async function countActive(run: Run, location: LocationCode): Promise<number> {
  return (await presentAgents(run, location).count().get()).data().count;
}

export const getLocationPerformance = route(agentCalls.performance, {
  run: async (run, caller, { query: { date }, headers }) => {
    const clock = wallClock(headers['x-timezone']);
    if (date) refuseFutureDate(date, clock, run.nowMs);
    const hours = date ? hoursOfDay(date, clock) : latestHours(clock, run.nowMs);
    const own = await addPresence(run, await readOwnAgents(run, caller));
    return LOCATION_CODES.map((code) => own.filter(({ location }) => location === code)).flatMap((here) =>
      performanceOf(here, hours, run.nowMs),
    );
  },
});

/** The performance of one location's agents; empty without agents. */
function performanceOf(here: readonly PresentAgent[], hours: readonly ClockHour[], nowMs: number): LocationPerformance {
  const [first] = here;
  if (!first) return [];
  const slots = hours.flatMap((hour) => hour.slots);
  const { total, active } = countAgents(here, slots, nowMs);
  return [
    {
      countryCode: first.location,
      countryName: locationName(first.location),
      availability: locationUptime(here, slots, nowMs),
      agentCount: total,
      activeAgents: active,
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
