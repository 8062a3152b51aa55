import { z } from 'zod';
import {
  incidentDetailsSchema,
  incidentStatusSchema,
  incidentTypeSchema,
  incidentUpdateSchema,
} from '../../documents/incident.ts';
import { idSchema } from '../../values/fields.ts';
import { locationCodeSchema } from '../../values/locations.ts';
import { severitySchema } from '../../values/severity.ts';
import { apiCall } from './call.ts';
import { isoSchema } from './parts.ts';

/** The longest token is below 300 characters. */
const tokenSchema = z.object({ token: z.string().max(1000) });

const { url, expectedStatus, actualStatus, error } = incidentDetailsSchema.shape;
const { event, status, severity, locations } = incidentUpdateSchema.shape;

/**
 * What a link in a message shows of an incident, to whoever has the link. `outage`: the newest and its number, null if
 * the endpoint was never down. `updates`: the timeline, oldest first. `expiresAt`: when the link does.
 */
const sharedIncidentSchema = z.object({
  id: idSchema,
  type: incidentTypeSchema,
  status: incidentStatusSchema,
  severity: severitySchema,
  endpoint: z.object({ name: z.string(), url: z.string() }),
  monitor: z.object({ name: z.string() }),
  locations: z.array(locationCodeSchema),
  downLocations: z.array(locationCodeSchema),
  triggeredAt: isoSchema,
  resolvedAt: isoSchema.nullable(),
  outage: z
    .object({ number: z.number().int().positive(), startedAt: isoSchema, endedAt: isoSchema.nullable() })
    .nullable(),
  details: z.object({ url, expectedStatus, actualStatus, error, certificateEndsAt: isoSchema.nullable() }),
  updates: z.array(z.object({ event, status, severity, locations, createdAt: isoSchema })),
  expiresAt: isoSchema,
});
export type SharedIncident = z.infer<typeof sharedIncidentSchema>;

export const sharedIncidentCalls = {
  get: apiCall({
    method: 'get',
    path: '/v1/shared-incidents/:token',
    role: 'anyone',
    summary: 'The incident of a link in a message, for whoever has the link',
    params: tokenSchema,
    output: sharedIncidentSchema,
    errors: ['link_invalid', 'link_expired'],
  }),
};
