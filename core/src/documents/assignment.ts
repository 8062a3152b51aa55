import { z } from 'zod';
import { type CheckOptions, checkOptionsSchema } from '../values/check-options.ts';
import { maskCheck } from '../values/check-secrets.ts';
import { atMsSchema, countSchema, idSchema, revisionSchema } from '../values/fields.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { assignedShape } from '../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '../values/monitor-fields/table.ts';
import { declareCollection } from './collection.ts';

/** With its secrets. `unsupported`: it has options that this version does not know. */
export const assignedCheckSchema = z
  .union([checkOptionsSchema.nullable(), z.unknown().transform(() => 'unsupported' as const)])
  .default(null);

/** An endpoint to check, as its agent reads it; `group` is the monitor's name. `url`: as `toAssignedUrl` writes it. */
export const assignedEndpointSchema = z.object({
  ...assignedShape(MONITOR_FIELDS),
  ...assignedShape(ENDPOINT_FIELDS),
  check: assignedCheckSchema,
  monitorId: idSchema,
  rev: revisionSchema,
});
export type AssignedEndpoint = z.infer<typeof assignedEndpointSchema>;

/**
 * `assignments/{location}_{owner}`: the endpoints that one owner has checked from one location. `generation` grows with
 * every change of agent; `live` while its votes count; `liveSeq`: the `agentSeq` that last set it, so that an older
 * change cannot undo it. `previousGeneration`, `previousLiveSeq`: those before a handover, whose votes count until
 * newer ones. Of its endpoints: their `count`, their `plannedChecks` in ten minutes, and the `features` that an agent
 * needs for them (`check-features.ts`).
 */
export const assignmentSchema = z.object({
  location: locationCodeSchema,
  ownerId: idSchema,
  agentId: idSchema.nullable(),
  generation: z.number().int(),
  live: z.boolean(),
  liveSeq: countSchema,
  previousGeneration: z.number().int().nullable().optional(),
  previousLiveSeq: countSchema.nullable().optional(),
  intervalSec: z.number().int().positive(),
  count: countSchema,
  plannedChecks: countSchema.default(0),
  features: z.array(z.string()).default([]),
  endpoints: z.record(idSchema, assignedEndpointSchema),
  changedAt: atMsSchema,
});
export type Assignment = z.infer<typeof assignmentSchema>;

export const assignmentCollection = declareCollection({
  path: 'assignments',
  schema: assignmentSchema,
  readableBy: 'assigned agent',
  noIndex: ['changedAt', 'endpoints'],
  indexes: [
    ['location', 'agentId', 'count'],
    ['agentId', 'features contains'],
  ],
  account: 'owned',
  redact: ({ endpoints, ...document }) => ({
    ...document,
    endpoints: Object.fromEntries(
      Object.entries(endpoints).map(([id, endpoint]) => [id, { ...endpoint, check: maskAssigned(endpoint.check) }]),
    ),
  }),
});

/** Returns the check without its secrets. */
export function maskAssigned(check: CheckOptions | 'unsupported' | null) {
  return check === 'unsupported' ? check : maskCheck(check);
}

/** Returns the document id of an owner's assignment at a location. */
export function assignmentId(location: string, ownerId: string): string {
  return `${location}_${ownerId}`;
}
