import { z } from 'zod';
import { agentBadgeSchema, agentHealthSchema } from '../../values/agent-health.ts';
import { named } from '../../values/api-name.ts';
import { countSchema, idSchema, lineSchema, textSchema } from '../../values/fields.ts';
import { LIMITS } from '../../values/limits.ts';
import { agentLocationSchema, locationCodeSchema } from '../../values/locations.ts';
import {
  agentAvailabilitySchema,
  agentSegmentsSchema,
  agentStatsSchema,
  dateQuerySchema,
  locationPerformanceSchema,
  monitoredEndpointSchema,
  zoneHeadersSchema,
} from './agent-metrics.ts';
import { apiCall } from './call.ts';
import { byIdSchema, doneSchema, isoSchema } from './parts.ts';

/** `POST /agents`: a name is required, the country defaults to the first. */
export const agentInputSchema = z.object({
  name: lineSchema.min(1),
  countryCode: named('country_code', agentLocationSchema.default('tw')),
  description: textSchema.max(LIMITS.descriptionLength).default(''),
});

/** The device of an agent; null before it is registered. */
const deviceInfoSchema = z.object({
  deviceName: named('device_name', z.string()),
  deviceId: named('device_id', z.string()),
  osName: named('os_name', z.string()),
  osVersion: named('os_version', z.string()),
  ipAddress: named('ip_address', z.string().nullable()),
  batteryPercent: named('battery_percent', z.number().nullable()),
  batteryCharging: named('battery_charging', z.boolean().nullable()),
});
const deviceMetricsSchema = z.object({
  batteryLevel: named('battery_level', z.number().nullable()),
  isCharging: named('is_charging', z.boolean().nullable()),
  memoryUsage: named('memory_usage', z.number().nullable()),
});

/**
 * An entry of `GET /agents`. `status` is the badge, `healthStatus` null before activation;
 * `registrationCode` is null once it was used.
 */
const agentEntrySchema = z.object({
  id: named('id', idSchema, '_id'),
  name: z.string(),
  countryCode: named('country_code', locationCodeSchema),
  countryName: named('country_name', z.string()),
  description: z.string(),
  createdAt: isoSchema,
  activatedAt: named('activated_at', isoSchema.nullable()),
  lastSyncAt: named('last_sync_at', isoSchema.nullable()),
  lastReportAt: named('last_report_at', isoSchema.nullable()),
  lastActiveAt: named('last_active_at', isoSchema.nullable()),
  isActive: named('is_active', z.boolean()),
  registered: z.boolean(),
  status: agentBadgeSchema,
  healthStatus: named('health_status', agentHealthSchema.nullable()),
  endpointCount: named('endpoint_count', countSchema),
  appVersion: named('app_version', z.string().nullable()),
  deviceInfo: named('device_info', deviceInfoSchema.nullable()),
  deviceMetrics: named('device_metrics', deviceMetricsSchema.nullable()),
  registrationCode: named('registration_code', z.string().nullable()),
  registrationExpiresAt: isoSchema.nullable(),
});
export type AgentEntry = z.infer<typeof agentEntrySchema>;

/** A new agent, or one that was reset, with its registration code. */
const agentCreatedSchema = agentEntrySchema.extend({
  registrationCode: named('registration_code', z.string()),
  registrationExpiresAt: isoSchema,
});
export type AgentCreated = z.infer<typeof agentCreatedSchema>;

/** `GET /agents/available-locations`: every location with the number of its active agents, including zeros. */
const availableLocationsSchema = z.array(
  z.object({
    countryCode: named('country_code', locationCodeSchema),
    countryName: named('country_name', z.string()),
    agentCount: named('agent_count', z.number().int()),
  }),
);
export type AvailableLocations = z.infer<typeof availableLocationsSchema>;

/** `POST /agents/{id}/trigger-sync`. */
const syncTriggeredSchema = doneSchema.extend({ message: z.string() });

/** The maximum bytes of an encoded name in a link, so that a phone can read a QR code of 200 px and level H. */
const LINK_NAME_LENGTH = 72;

/** Returns the link in a QR code. A long name is cut, since it is only for display. */
export function registrationLink(
  origin: string,
  agent: Pick<AgentCreated, 'registrationCode' | 'name' | 'countryCode'>,
): string {
  const name = nameInLink(agent.name);
  const query = new URLSearchParams({ code: agent.registrationCode, name, country: agent.countryCode });
  return `${origin}/agent/register?${query}`;
}

function nameInLink(name: string): string {
  if (encodedLength(name) <= LINK_NAME_LENGTH) return name;
  let kept = '';
  for (const point of name) {
    if (encodedLength(`${kept}${point}…`) > LINK_NAME_LENGTH) break;
    kept += point;
  }
  return `${kept}…`;
}

function encodedLength(text: string): number {
  return new URLSearchParams({ n: text }).toString().length - 2;
}

/** `{origin}/agent/config.json`: what an agent needs to reach the project. Emulator hosts only locally. */
export const agentConfigSchema = z.object({
  projectId: z.string(),
  apiKey: z.string(),
  authDomain: z.string(),
  appId: z.string(),
  region: z.string(),
  emulators: z.object({ auth: z.string(), firestore: z.string(), functions: z.string() }).nullable(),
});
export type AgentConfig = z.infer<typeof agentConfigSchema>;

export const agentCalls = {
  list: apiCall({
    method: 'get',
    path: '/agents',
    scope: 'admin',
    role: 'self',
    summary: 'The admin’s own agents, newest first',
    output: z.array(agentEntrySchema),
  }),
  locations: apiCall({
    method: 'get',
    path: '/agents/available-locations',
    scope: 'read',
    role: 'viewer',
    summary: 'Every location with its active agents, including zeros',
    output: availableLocationsSchema,
  }),
  performance: apiCall({
    method: 'get',
    path: '/agents/location-performance',
    scope: 'admin',
    role: 'self',
    summary:
      'Availability of the locations of the admin’s agents by hour: of a date in the caller’s zone, else the latest 24',
    query: dateQuerySchema,
    headers: zoneHeadersSchema,
    output: locationPerformanceSchema,
  }),
  create: apiCall({
    method: 'post',
    path: '/agents',
    scope: 'admin',
    role: 'self',
    changes: ['agent', 'created'],
    summary: 'Create an agent; its registration code is in the answer',
    status: 201,
    body: agentInputSchema,
    output: agentCreatedSchema,
  }),
  remove: apiCall({
    method: 'delete',
    path: '/agents/:id',
    scope: 'admin',
    role: 'self',
    changes: ['agent', 'deleted'],
    summary: 'Delete an agent; others take over its endpoints',
    params: byIdSchema,
    output: doneSchema,
  }),
  reset: apiCall({
    method: 'post',
    path: '/agents/:id/registration-code',
    scope: 'admin',
    role: 'self',
    changes: ['agent', 'reset'],
    summary: 'Reset an agent: its device is removed, a new code is in the answer',
    params: byIdSchema,
    output: agentCreatedSchema,
  }),
  sync: apiCall({
    method: 'post',
    path: '/agents/:id/trigger-sync',
    scope: 'admin',
    role: 'self',
    summary: 'Have an agent read its assignments again',
    params: byIdSchema,
    output: syncTriggeredSchema,
  }),
  stats: apiCall({
    method: 'get',
    path: '/agents/:id/stats',
    scope: 'admin',
    role: 'self',
    summary: 'How many endpoints an agent checks, their last results, and the agent’s uptime',
    params: byIdSchema,
    headers: zoneHeadersSchema,
    output: agentStatsSchema,
  }),
  endpoints: apiCall({
    method: 'get',
    path: '/agents/:id/endpoints',
    scope: 'admin',
    role: 'self',
    summary: 'The endpoints that an agent checks for all owners, with its last check of each',
    params: byIdSchema,
    output: z.array(monitoredEndpointSchema),
  }),
  availability: apiCall({
    method: 'get',
    path: '/agents/:id/availability',
    scope: 'admin',
    role: 'self',
    summary: 'An agent’s uptime today and on each of thirty days, in the caller’s time zone',
    params: byIdSchema,
    headers: zoneHeadersSchema,
    output: agentAvailabilitySchema,
  }),
  segments: apiCall({
    method: 'get',
    path: '/agents/:id/availability/segments',
    scope: 'admin',
    role: 'self',
    summary: 'Whether the agent was present in each ten minutes of a date’s UTC hours; today by default',
    params: byIdSchema,
    query: dateQuerySchema,
    output: agentSegmentsSchema,
  }),
};
