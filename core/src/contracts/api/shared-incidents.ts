import { z } from 'zod';
import {
  acknowledgementSchema,
  incidentActionSchema,
  incidentDetailsSchema,
  incidentStatusSchema,
  incidentTypeSchema,
  incidentUpdateSchema,
  upStatusesSchema,
} from '../../documents/incident.ts';
import type { ActivityAction } from '../../values/activity.ts';
import { idSchema } from '../../values/fields.ts';
import { locationCodeSchema } from '../../values/locations.ts';
import { severitySchema } from '../../values/severity.ts';
import { apiCall } from './call.ts';
import { failuresAnswerSchema } from './failure-answer.ts';
import { noteFieldSchema, personNameSchema, snoozeMinutesSchema } from './incident-actions.ts';
import { isoSchema } from './parts.ts';

/** The longest token is below 300 characters. */
const tokenSchema = z.object({ token: z.string().max(1000) });

const { url, expectedStatus, actualStatus, error, slow } = incidentDetailsSchema.shape;
const actionAnswerSchema = incidentActionSchema.extend({ until: isoSchema.nullable(), createdAt: isoSchema });

/**
 * What a link in a message shows of an incident, to anyone who has the link. `outage`: the newest and its number, null if
 * the endpoint was never down. `failures`: what each location received in it, in one line; `upStatuses`: the status codes
 * elsewhere. `updates`, `actions`: the timeline, each oldest first. `expiresAt`:
 * when the link does.
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
  details: z.object({ url, expectedStatus, actualStatus, error, certificateEndsAt: isoSchema.nullable(), slow }),
  failures: failuresAnswerSchema,
  upStatuses: upStatusesSchema,
  updates: z.array(incidentUpdateSchema.extend({ createdAt: isoSchema })),
  actions: z.array(actionAnswerSchema),
  acknowledgement: acknowledgementSchema.extend({ at: isoSchema }).nullable(),
  snoozedUntil: isoSchema.nullable(),
  expiresAt: isoSchema,
});
export type SharedIncident = z.infer<typeof sharedIncidentSchema>;

const ERRORS = ['link_invalid', 'link_expired'] as const;

/** Of a signed-in user, whose name the profile has. */
const headersSchema = z.object({ authorization: z.string().max(16_384).optional() });

/** What acts through a link: a POST, since scanners of mail and previews of chats open links. */
const actionCall = <const Path extends string, Body extends z.ZodType>(
  path: Path,
  action: ActivityAction,
  summary: string,
  body: Body,
) =>
  apiCall({
    method: 'post',
    path: `/v1/shared-incidents/:token/${path}`,
    scope: 'anyone',
    role: 'anyone',
    changes: ['incident', action],
    summary: `${summary}, by anyone who has its link`,
    params: tokenSchema,
    headers: headersSchema,
    body,
    output: sharedIncidentSchema,
    errors: ERRORS,
  });

const name = personNameSchema;

export const sharedIncidentCalls = {
  get: apiCall({
    method: 'get',
    path: '/v1/shared-incidents/:token',
    scope: 'anyone',
    role: 'anyone',
    summary: 'The incident of a link in a message, for anyone who has the link',
    params: tokenSchema,
    output: sharedIncidentSchema,
    errors: ERRORS,
  }),
  acknowledge: actionCall(
    'acknowledge',
    'acknowledged',
    'Acknowledge an incident',
    z.object({ name, note: noteFieldSchema }),
  ),
  unacknowledge: actionCall(
    'unacknowledge',
    'unacknowledged',
    'Withdraw the acknowledgement of an incident',
    z.object({ name }),
  ),
  snooze: actionCall('snooze', 'snoozed', 'Snooze an incident', z.object({ name, minutes: snoozeMinutesSchema })),
};
