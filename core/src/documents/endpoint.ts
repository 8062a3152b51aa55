import { z } from 'zod';
import { checkErrorSchema } from '../checks/check.ts';
import { atMsSchema, countSchema, idSchema, revisionSchema } from '../fields.ts';
import { locationCodeSchema } from '../locations.ts';
import { storedShape } from '../monitor-fields/field.ts';
import { ENDPOINT_FIELDS, type EndpointFields } from '../monitor-fields/table.ts';
import { severitySchema } from '../status/severity.ts';
import { endpointStatusSchema } from '../status/status.ts';
import { transitionSchema } from '../status/transition.ts';
import { votesSchema } from '../status/vote.ts';

/** Why and from where the endpoint was last seen failing. */
export const lastErrorSchema = z.object({
  at: atMsSchema,
  location: locationCodeSchema,
  statusCode: z.number().int().nullable(),
  error: checkErrorSchema.nullable(),
});
export type LastError = z.infer<typeof lastErrorSchema>;

/**
 * Whether the owner was told that nothing is known of the endpoint: none while it is known; told, or untold if they
 * want no notices, while it is not; over once it is known again and that is yet to be sent.
 */
export const blindnessSchema = z.enum(['none', 'told', 'untold', 'over']);
export type Blindness = z.infer<typeof blindnessSchema>;

/** `endpoints/{id}`. */
export const endpointSchema = z.object({
  ownerId: idSchema,
  monitorId: idSchema,
  ...storedShape(ENDPOINT_FIELDS),
  rev: revisionSchema,
  locations: z.array(locationCodeSchema),
  status: endpointStatusSchema,
  since: atMsSchema,
  votes: votesSchema,
  transitions: z.array(transitionSchema),
  openIncidentId: idSchema.nullable(),
  openCertificateIncidentId: idSchema.nullable(),
  lastAlertAt: atMsSchema.nullable(),
  lastAlertSeverity: severitySchema.nullable(),
  lastError: lastErrorSchema.nullable(),
  blindness: blindnessSchema.default('none'),
  createdAt: atMsSchema,
});
export type Endpoint = z.infer<typeof endpointSchema>;

/** What is given when an endpoint is made; the rest is its history. */
type GivenEndpoint = Pick<Endpoint, 'ownerId' | 'monitorId' | 'locations'> & EndpointFields;

/** An endpoint that was never checked. */
export function newEndpoint(given: GivenEndpoint, nowMs: number): Endpoint {
  return {
    ...given,
    rev: 0,
    status: 'pending',
    since: nowMs,
    votes: {},
    transitions: [],
    openIncidentId: null,
    openCertificateIncidentId: null,
    lastAlertAt: null,
    lastAlertSeverity: null,
    lastError: null,
    blindness: 'none',
    createdAt: nowMs,
  };
}

/** `endpoints/{id}/events/{key}`: one entry of the status history, create-only. */
export const statusEventSchema = z.object({
  ownerId: idSchema,
  changedAt: atMsSchema,
  previous: endpointStatusSchema,
  next: endpointStatusSchema,
  locations: z.array(locationCodeSchema),
  previousDurationMs: countSchema,
});
export type StatusEvent = z.infer<typeof statusEventSchema>;
