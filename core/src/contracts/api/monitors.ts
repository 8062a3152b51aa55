import { z } from 'zod';
import { clip } from '../../values/clip.ts';
import { countSchema, idSchema } from '../../values/fields.ts';
import { LIMITS } from '../../values/limits.ts';
import { locationCodeSchema } from '../../values/locations.ts';
import { inputShape, storedShape } from '../../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '../../values/monitor-fields/table.ts';
import { apiCall } from './call.ts';
import { endpointLimitsSchema } from './dashboard.ts';
import { monitorDetailSchema, monitorEntrySchema } from './monitor-answer.ts';
import { byIdSchema, doneSchema, isoSchema } from './parts.ts';

/**
 * An endpoint of a monitor to create or replace. `id` keeps the endpoint it names; an empty name is made up by
 * `endpointName`.
 */
export const endpointInputSchema = z.object({
  id: idSchema.optional(),
  ...inputShape(ENDPOINT_FIELDS),
});
export type EndpointInput = z.infer<typeof endpointInputSchema>;

/**
 * `POST /monitors` and `PUT /monitors/{id}`. Locations may be codes or objects with a code. The number of endpoints is
 * not limited here: too many is `limit_reached`, not `invalid`.
 */
export const monitorInputSchema = z.object({
  ...inputShape(MONITOR_FIELDS),
  endpoints: z
    .array(endpointInputSchema)
    .min(1)
    .refine((list) => areDistinct(list.map((endpoint) => endpoint.url)), 'the same URL stands twice')
    .refine((list) => areDistinct(list.flatMap((endpoint) => endpoint.id ?? [])), 'the same endpoint stands twice'),
});
export type MonitorInput = z.infer<typeof monitorInputSchema>;

/**
 * `POST /monitors`. The same `idempotencyKey` again means the monitor that it made, if it did: a caller who has lost the
 * answer sends it anew, changed or not, and never makes a second one. `version`: as in a replacement, 0 while none is known;
 * what was changed elsewhere since is not undone.
 */
const monitorCreationSchema = monitorInputSchema.extend({
  idempotencyKey: z
    .string()
    .regex(/^[\w-]{16,64}$/, 'not a key')
    .optional(),
  version: countSchema.optional(),
});

/**
 * `PUT /monitors/{id}`. With the `version` that was read, a monitor that has changed since stays as it is and the
 * answer is `edited_meanwhile`; without one the input replaces what is there.
 */
const monitorReplacementSchema = monitorInputSchema.extend({ version: countSchema.optional() });

const endpointContentSchema = z.object({ id: idSchema, ...storedShape(ENDPOINT_FIELDS) });
export type EndpointContent = z.infer<typeof endpointContentSchema>;

/** All that an edit of a monitor can change, its endpoints in their order. Endpoints not stored yet have ids of their own. */
const monitorContentSchema = z.object({
  ...storedShape(MONITOR_FIELDS),
  endpoints: z.array(endpointContentSchema),
});
export type MonitorContent = z.infer<typeof monitorContentSchema>;

/** A monitor's content and the version that it is. */
export const monitorVersionSchema = monitorContentSchema.extend({ version: countSchema });
export type MonitorVersion = z.infer<typeof monitorVersionSchema>;

function areDistinct(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

/** An endpoint's name: the given one, else its description in one line, else 'Endpoint n' with its place from 1. */
export function endpointName(endpoint: { name?: string | undefined; description: string }, index: number): string {
  const line = endpoint.description.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return endpoint.name || clip(line, LIMITS.nameLength).trim() || `Endpoint ${index + 1}`;
}

/**
 * `POST /monitors/{id}/test` and `POST /endpoints/{id}/test`: the locations whose agents were asked, and when by the server's
 * clock: checks from then on are the answer. `checked_just_now` are endpoints that were not asked for again, for they were
 * lately and nothing about them has changed since.
 */
export const testRequestedSchema = z.object({
  success: z.boolean(),
  locations: z.array(locationCodeSchema),
  requested_at: isoSchema,
  checked_just_now: z.array(idSchema),
});
export type TestRequested = z.infer<typeof testRequestedSchema>;

export const monitorCalls = {
  list: apiCall({
    method: 'get',
    path: '/monitors',
    summary: 'Every monitor, by name',
    output: z.array(monitorEntrySchema),
  }),
  limits: apiCall({
    method: 'get',
    path: '/monitors/endpoint-limits',
    summary: 'How many endpoints the account has and may have',
    output: endpointLimitsSchema,
  }),
  read: apiCall({
    method: 'get',
    path: '/monitors/:id',
    summary: 'A monitor with its endpoints',
    params: byIdSchema,
    output: monitorDetailSchema,
  }),
  create: apiCall({
    method: 'post',
    path: '/monitors',
    summary: 'Make a monitor with its endpoints',
    status: 201,
    body: monitorCreationSchema,
    output: monitorDetailSchema,
    // Not found where it is deleted elsewhere before it is answered.
    errors: ['limit_reached', 'not_found', 'edited_meanwhile'],
  }),
  replace: apiCall({
    method: 'put',
    path: '/monitors/:id',
    summary:
      'Replace a monitor, unless it is of another version than the one given; endpoints that stay keep their ids and history',
    params: byIdSchema,
    body: monitorReplacementSchema,
    output: monitorDetailSchema,
    errors: ['limit_reached', 'edited_meanwhile'],
  }),
  remove: apiCall({
    method: 'delete',
    path: '/monitors/:id',
    summary: 'Delete a monitor with its endpoints',
    params: byIdSchema,
    output: doneSchema,
  }),
  test: apiCall({
    method: 'post',
    path: '/monitors/:id/test',
    summary: 'Ask the agents to check the monitor’s endpoints now',
    params: byIdSchema,
    output: testRequestedSchema,
    errors: ['checked_just_now', 'too_many_checks'],
  }),
};
