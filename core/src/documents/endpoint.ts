import { z } from 'zod';
import { checkErrorSchema } from '../checks/check.ts';
import { atMsSchema, countSchema, idSchema, revisionSchema } from '../fields.ts';
import { locationCodeSchema } from '../locations.ts';
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
 * Whether the owner was notified of a coverage gap, time in which no vote counts: `none` without a gap or before its
 * notice; `notified`, or `unnotified` if they want no notices, during the gap; `over` until its end is sent.
 */
export const coverageGapSchema = z.enum(['none', 'notified', 'unnotified', 'over']);
export type CoverageGap = z.infer<typeof coverageGapSchema>;

/** `endpoints/{id}`. */
export const endpointSchema = z.object({
  ownerId: idSchema,
  monitorId: idSchema,
  url: z.string(),
  rev: revisionSchema,
  name: z.string(),
  description: z.string(),
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
  coverageGap: coverageGapSchema.default('none'),
  createdAt: atMsSchema,
});
export type Endpoint = z.infer<typeof endpointSchema>;

/** What is given when an endpoint is made; the rest is its history. */
type GivenEndpoint = Pick<Endpoint, 'ownerId' | 'monitorId' | 'url' | 'name' | 'description' | 'locations'>;

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
    coverageGap: 'none',
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
