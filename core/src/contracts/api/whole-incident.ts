import { z } from 'zod';
import { incidentActionSchema, upStatusesSchema } from '../../documents/incident.ts';
import { checkAnswerSchema } from '../../values/check-answer.ts';
import { countSchema } from '../../values/fields.ts';
import { locationCodeSchema } from '../../values/locations.ts';
import { severitySchema } from '../../values/severity.ts';
import { apiCall } from './call.ts';
import { failuresAnswerSchema } from './failure-answer.ts';
import { incidentEntrySchema } from './incidents.ts';
import { messageAnswerSchema } from './messages.ts';
import { byIdSchema, isoSchema } from './parts.ts';

const outageAnswerSchema = z.object({
  number: countSchema,
  startedAt: isoSchema,
  endedAt: isoSchema.nullable(),
  locations: z.array(locationCodeSchema),
  severity: severitySchema,
});

/** What one check of a location received, and the last good check before it. */
const evidenceAnswerSchema = z.object({
  location: locationCodeSchema,
  /** The number of the outage that it belongs to, 0 while the endpoint is up elsewhere. */
  outage: countSchema,
  failed: checkAnswerSchema
    .omit({ certificate: true, phases: true })
    .extend({ at: isoSchema, certificateEndsAt: isoSchema.nullable() }),
  lastGood: z
    .object({ at: isoSchema, ms: countSchema, address: z.string().nullable(), statusCode: z.number().int().nullable() })
    .nullable(),
});

/** `GET /v1/incidents/{id}`: an incident with all that is known of it. */
const wholeIncidentSchema = incidentEntrySchema.extend({
  peakSeverity: severitySchema,
  downLocations: z.array(locationCodeSchema),
  /** The oldest first, at most 20. */
  outages: z.array(outageAnswerSchema),
  /** What each location received in the newest outage. */
  failures: failuresAnswerSchema,
  /** The status codes at the other locations. */
  upStatuses: upStatusesSchema,
  actions: z.array(incidentActionSchema.extend({ until: isoSchema.nullable(), createdAt: isoSchema })),
  /** For 30 days, the newest first. */
  evidence: z.array(evidenceAnswerSchema),
  /** For 30 days, the newest first. */
  messages: z.array(messageAnswerSchema),
});
export type WholeIncident = z.infer<typeof wholeIncidentSchema>;

/** For programs: the app reads the documents, and does not load what this call needs. */
export const wholeIncidentCalls = {
  read: apiCall({
    method: 'get',
    path: '/v1/incidents/:id',
    scope: 'read',
    role: 'viewer',
    summary: 'An incident with what locations received, its outages, what people did, and the messages sent',
    params: byIdSchema,
    output: wholeIncidentSchema,
  }),
};
