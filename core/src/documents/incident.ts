import { z } from 'zod';
import { checkErrorSchema } from '../checks/check.ts';
import { atMsSchema, countSchema, idSchema } from '../fields.ts';
import { locationCodeSchema } from '../locations.ts';
import { severitySchema } from '../status/severity.ts';

export const incidentKindSchema = z.enum(['downtime', 'certificate']);
export type IncidentKind = z.infer<typeof incidentKindSchema>;

export const incidentStatusSchema = z.enum(['active', 'resolved']);

/** One entry of an incident's timeline; the words are made from `event` where it is shown. */
export const incidentUpdateSchema = z.object({
  event: z.enum(['opened', 'widened', 'narrowed', 'recovered', 'unwatched']),
  status: incidentStatusSchema,
  severity: severitySchema,
  locations: z.array(locationCodeSchema),
  createdAt: atMsSchema,
});
export type IncidentUpdate = z.infer<typeof incidentUpdateSchema>;

/** What was expected of the endpoint and what came; `actualStatus` null where no answer came. */
export const incidentDetailsSchema = z.object({
  url: z.string(),
  expectedStatus: z.string(),
  actualStatus: z.number().int().nullable(),
  error: checkErrorSchema.nullable(),
  certificateEndsAt: atMsSchema.nullable(),
});

/**
 * `incidents/{id}` (design 3). `location` is the first that saw it, `locations` all that ever did,
 * `downLocations` those that do now. `severity` is the present one while active and the peak once resolved.
 * `toldSeverity` is the gravest that an alert was made for, null while none was; `deferredAlertId` names an alert held
 * back, `alertCount` counts those that were not.
 */
export const incidentSchema = z.object({
  ownerId: idSchema,
  endpointId: idSchema,
  monitorId: idSchema,
  endpoint: z.object({ name: z.string(), url: z.string() }),
  monitor: z.object({ name: z.string() }),
  kind: incidentKindSchema,
  title: z.string(),
  status: incidentStatusSchema,
  severity: severitySchema,
  peakSeverity: severitySchema,
  toldSeverity: severitySchema.nullable(),
  deferredAlertId: idSchema.nullable(),
  alertCount: countSchema,
  location: locationCodeSchema,
  locations: z.array(locationCodeSchema),
  downLocations: z.array(locationCodeSchema),
  triggeredAt: atMsSchema,
  resolvedAt: atMsSchema.nullable(),
  details: incidentDetailsSchema,
  updates: z.array(incidentUpdateSchema),
});
export type Incident = z.infer<typeof incidentSchema>;

/** Titles as the specification words them; shown translated by kind (spec 3). */
export const INCIDENT_TITLES: Record<IncidentKind, string> = {
  downtime: 'Endpoint downtime detected',
  certificate: 'Certificate expires soon',
};
