import { z } from 'zod';
import { agentBadgeSchema, agentHealthSchema } from '../../values/agent-health.ts';
import { countSchema, idSchema, lineSchema, textSchema } from '../../values/fields.ts';
import { LIMITS } from '../../values/limits.ts';
import { locationCodeSchema } from '../../values/locations.ts';
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
  country_code: locationCodeSchema.default('tw'),
  description: textSchema.max(LIMITS.descriptionLength).default(''),
});

/** What an agent says of its machine; null before it joined. */
const deviceInfoSchema = z.object({
  device_name: z.string(),
  device_id: z.string(),
  os_name: z.string(),
  os_version: z.string(),
  ip_address: z.string().nullable(),
  battery_percent: z.number().nullable(),
  battery_charging: z.boolean().nullable(),
});
const deviceMetricsSchema = z.object({
  battery_level: z.number().nullable(),
  is_charging: z.boolean().nullable(),
  memory_usage: z.number().nullable(),
});

/**
 * An entry of `GET /agents`. `status` is the badge, `health_status` null before activation;
 * `registration_code` is for its admin's eyes until used, then null.
 */
const agentEntrySchema = z.object({
  id: idSchema,
  _id: idSchema,
  name: z.string(),
  country_code: locationCodeSchema,
  country_name: z.string(),
  description: z.string(),
  created_at: isoSchema,
  activated_at: isoSchema.nullable(),
  last_sync_at: isoSchema.nullable(),
  last_report_at: isoSchema.nullable(),
  last_active_at: isoSchema.nullable(),
  is_active: z.boolean(),
  registered: z.boolean(),
  status: agentBadgeSchema,
  health_status: agentHealthSchema.nullable(),
  endpoint_count: countSchema,
  app_version: z.string().nullable(),
  device_info: deviceInfoSchema.nullable(),
  device_metrics: deviceMetricsSchema.nullable(),
  registration_code: z.string().nullable(),
  registration_expires_at: isoSchema.nullable(),
});
export type AgentEntry = z.infer<typeof agentEntrySchema>;

/** A new agent, or one that was reset: with the code it joins by. */
const agentCreatedSchema = agentEntrySchema.extend({
  registration_code: z.string(),
  registration_expires_at: isoSchema,
});
export type AgentCreated = z.infer<typeof agentCreatedSchema>;

/** `GET /agents/available-locations`: every location, with its active agents, zeros included. */
const availableLocationsSchema = z.array(
  z.object({ country_code: locationCodeSchema, country_name: z.string(), agent_count: z.number().int() }),
);
export type AvailableLocations = z.infer<typeof availableLocationsSchema>;

/** `POST /agents/{id}/trigger-sync`. */
const syncTriggeredSchema = doneSchema.extend({ message: z.string() });

/** The most bytes of an encoded name in a link, so that a QR code of 200 px and level H stays readable to a phone. */
const LINK_NAME_LENGTH = 72;

/** The link that a QR code carries. A long name is cut, since it is only for display. */
export function registrationLink(
  origin: string,
  agent: Pick<AgentCreated, 'registration_code' | 'name' | 'country_code'>,
): string {
  const name = nameInLink(agent.name);
  const query = new URLSearchParams({ code: agent.registration_code, name, country: agent.country_code });
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

/** `{origin}/agent/config.json`: what an agent needs to know to reach the project. Emulator hosts only locally. */
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
    role: 'admin',
    summary: 'The admin’s own agents, newest first',
    output: z.array(agentEntrySchema),
  }),
  locations: apiCall({
    method: 'get',
    path: '/agents/available-locations',
    summary: 'Every location with its active agents, zeros included',
    output: availableLocationsSchema,
  }),
  performance: apiCall({
    method: 'get',
    path: '/agents/location-performance',
    role: 'admin',
    summary:
      'How the locations of the admin’s agents did, by the hours of a date in the caller’s zone, else the latest 24',
    query: dateQuerySchema,
    headers: zoneHeadersSchema,
    output: locationPerformanceSchema,
  }),
  create: apiCall({
    method: 'post',
    path: '/agents',
    role: 'admin',
    summary: 'Make an agent; its registration code is in the answer',
    status: 201,
    body: agentInputSchema,
    output: agentCreatedSchema,
  }),
  remove: apiCall({
    method: 'delete',
    path: '/agents/:id',
    role: 'admin',
    summary: 'Delete an agent; others take over what it checked',
    params: byIdSchema,
    output: doneSchema,
  }),
  reset: apiCall({
    method: 'post',
    path: '/agents/:id/registration-code',
    role: 'admin',
    summary: 'Reset an agent: its device is out, a new code is in the answer',
    params: byIdSchema,
    output: agentCreatedSchema,
  }),
  sync: apiCall({
    method: 'post',
    path: '/agents/:id/trigger-sync',
    role: 'admin',
    summary: 'Ask an agent to read its assignments anew',
    params: byIdSchema,
    output: syncTriggeredSchema,
  }),
  stats: apiCall({
    method: 'get',
    path: '/agents/:id/stats',
    role: 'admin',
    summary: 'How many endpoints an agent checks, how their last checks went, and how much of the time it was there',
    params: byIdSchema,
    headers: zoneHeadersSchema,
    output: agentStatsSchema,
  }),
  endpoints: apiCall({
    method: 'get',
    path: '/agents/:id/endpoints',
    role: 'admin',
    summary: 'What an agent checks, whoever wants it checked, with its own last check of each',
    params: byIdSchema,
    output: z.array(monitoredEndpointSchema),
  }),
  availability: apiCall({
    method: 'get',
    path: '/agents/:id/availability',
    role: 'admin',
    summary: 'How much of today and of each of thirty days an agent was there, by the days of the caller’s zone',
    params: byIdSchema,
    headers: zoneHeadersSchema,
    output: agentAvailabilitySchema,
  }),
  segments: apiCall({
    method: 'get',
    path: '/agents/:id/availability/segments',
    role: 'admin',
    summary: 'The UTC hours of a date in times of ten minutes, with whether the agent was there; today by default',
    params: byIdSchema,
    query: dateQuerySchema,
    output: agentSegmentsSchema,
  }),
};
