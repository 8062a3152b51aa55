import { z } from 'zod';
import { type CheckOptions, checkOptionsSchema } from '../values/check-options.ts';
import { maskCheck } from '../values/check-secrets.ts';
import { atMsSchema, countSchema, idSchema, revisionSchema } from '../values/fields.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { assignedShape } from '../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '../values/monitor-fields/table.ts';
import { declareCollection } from './collection.ts';

/** The check's options with their secrets, or `unsupported` if it has options that this version does not know. */
export const assignedCheckSchema = z
  .union([checkOptionsSchema.nullable(), z.unknown().transform(() => 'unsupported' as const)])
  .default(null);

/**
 * An endpoint to check, as its agent reads it: `group` is the monitor's name, and `url` is written by `toAssignedUrl`.
 */
export const assignedEndpointSchema = z.object({
  ...assignedShape(MONITOR_FIELDS),
  ...assignedShape(ENDPOINT_FIELDS),
  check: assignedCheckSchema,
  monitorId: idSchema,
  rev: revisionSchema,
  /** Above which response time it is slow at this location, in ms; missing for never. */
  slowMs: z.int().positive().optional(),
});
export type AssignedEndpoint = z.infer<typeof assignedEndpointSchema>;

/** `assignments/{location}_{owner}`: the endpoints that one owner has checked from one location. */
export const assignmentSchema = z.object({
  location: locationCodeSchema,
  ownerId: idSchema,
  agentId: idSchema.nullable(),
  /** Grows with every change of agent. */
  generation: z.number().int(),
  /** Whether the agent's votes count. */
  live: z.boolean(),
  /** The `agentSeq` that last set `live`, so that an older change cannot undo it. */
  liveSeq: countSchema,
  /** The generation before a handover. Its votes count until there are newer ones. */
  previousGeneration: z.number().int().nullable().optional(),
  /** The `liveSeq` before a handover. */
  previousLiveSeq: countSchema.nullable().optional(),
  intervalSec: z.number().int().positive(),
  /** The number of endpoints. */
  count: countSchema,
  /** The number of checks that the endpoints require in ten minutes. */
  plannedChecks: countSchema.default(0),
  /** What an agent must support to check the endpoints (`check-features.ts`). */
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
