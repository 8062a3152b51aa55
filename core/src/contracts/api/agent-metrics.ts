import { z } from 'zod';
import { named } from '../../values/api-name.ts';
import { countSchema, idSchema } from '../../values/fields.ts';
import { locationCodeSchema } from '../../values/locations.ts';
import { dateSchema, timeZoneSchema } from '../../values/zone.ts';
import { isoSchema } from './parts.ts';

const percentSchema = z.number().min(0).max(100).nullable();

/** The headers of calls that answer in the caller's time zone; UTC by default. */
export const zoneHeadersSchema = z.object({ 'x-timezone': timeZoneSchema.default('UTC') });

/** A query's `date`, YYYY-MM-DD; empty means none. */
export const dateQuerySchema = z.object({
  date: z.union([z.literal('').transform(() => undefined), dateSchema]).optional(),
});

/**
 * `GET /agents/{id}/stats`: the agent's endpoints and their last results; `todayUptime` and `averageUptime` in
 * percent.
 */
export const agentStatsSchema = z.object({
  endpointCount: named('endpoint_count', countSchema),
  successCount: countSchema,
  failedCount: countSchema,
  neverCheckedCount: countSchema,
  lastCheckAt: named('last_check_at', isoSchema.nullable()),
  todayUptime: named('today_uptime', percentSchema),
  averageUptime: named('average_uptime', percentSchema),
});
export type AgentStats = z.infer<typeof agentStatsSchema>;

/** An entry of `GET /agents/{id}/endpoints`; null before the first check. `groupName` is its monitor's name. */
export const monitoredEndpointSchema = z.object({
  id: named('id', idSchema, '_id'),
  name: z.string(),
  url: z.string(),
  groupName: named('group_name', z.string()),
  lastCheckByAgent: named('last_check_by_agent', z.object({ checkTime: isoSchema, success: z.boolean() }).nullable()),
});
export type MonitoredEndpoint = z.infer<typeof monitoredEndpointSchema>;

/** `GET /agents/{id}/availability`: presence in percent on 30 days of the caller's zone, the oldest first. */
export const agentAvailabilitySchema = z.object({
  todayUptime: named('today_uptime', percentSchema),
  averageUptime: named('average_uptime', percentSchema),
  dailyAvailability: named('daily_availability', z.array(z.object({ date: z.iso.date(), uptime: percentSchema }))),
});
export type AgentAvailability = z.infer<typeof agentAvailabilitySchema>;

/** `GET /agents/{id}/availability/segments`: the 24 UTC hours of a date, each with six ten-minute segments. */
export const agentSegmentsSchema = z.object({
  date: z.iso.date(),
  hours: z
    .array(
      z.object({
        hour: z.number().int().min(0).max(23),
        segments: z.array(z.boolean().nullable()).length(6),
        uptime: percentSchema,
      }),
    )
    .length(24),
});
export type AgentSegments = z.infer<typeof agentSegmentsSchema>;

/** An hour of a location in the caller's zone; null if unknown, `N/A` only in the future. */
const locationSegmentSchema = z
  .object({
    status: z.enum(['UP', 'DOWN', 'PARTIAL', 'N/A']),
    date: z.iso.date(),
    hour: z.number().int().min(0).max(23),
    availability: percentSchema,
    isFuture: z.boolean(),
  })
  .nullable();
export type LocationSegment = z.infer<typeof locationSegmentSchema>;

/** `GET /agents/location-performance`: each location with agents of the caller. */
export const locationPerformanceSchema = z.array(
  z.object({
    countryCode: named('country_code', locationCodeSchema),
    countryName: named('country_name', z.string()),
    availability: percentSchema,
    agentCount: named('agent_count', countSchema),
    activeAgents: named('active_agents', countSchema),
    uptimeSegments: z.array(locationSegmentSchema).length(24),
  }),
);
export type LocationPerformance = z.infer<typeof locationPerformanceSchema>;
