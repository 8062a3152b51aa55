import { z } from 'zod';
import { completeChecks, refineTypes } from '../../values/check-options.ts';
import { atMsSchema, countSchema, idSchema } from '../../values/fields.ts';
import { LIMITS } from '../../values/limits.ts';
import { locationCodeSchema } from '../../values/locations.ts';
import { changeShape, inputShape, storedShape } from '../../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '../../values/monitor-fields/table.ts';
import { findSlowProblem } from '../../values/slow.ts';
import { TAG_LENGTH, tagsInputSchema } from '../../values/tags.ts';
import { apiCall } from './call.ts';
import { endpointLimitsSchema } from './dashboard.ts';
import { monitorDetailSchema, monitorEntrySchema } from './monitor-answer.ts';
import { byIdSchema, doneSchema, isoSchema } from './parts.ts';

/**
 * An endpoint of a monitor to create or replace. `id`: the endpoint to keep; an empty name is filled in by
 * `endpointName`.
 */
export const endpointInputSchema = z.object({
  id: idSchema.optional(),
  ...inputShape(ENDPOINT_FIELDS),
});
export type EndpointInput = z.infer<typeof endpointInputSchema>;

/** Adds the issues of values that do not fit the type of the endpoint's URL. */
export function refineEndpoint(
  endpoint: Pick<EndpointInput, 'url' | 'check' | 'slowMs'>,
  context: z.RefinementCtx,
): void {
  refineTypes(endpoint, context);
  const message = findSlowProblem(endpoint);
  if (message !== null) context.addIssue({ code: 'custom', path: ['slowMs'], message });
}

/**
 * `POST /monitors` and `PUT /monitors/{id}`. Locations may be codes or objects with a code. The number of endpoints is
 * not limited here: too many is `limit_reached`, not `invalid`.
 */
export const monitorInputSchema = z.object({
  ...inputShape(MONITOR_FIELDS),
  endpoints: z
    .array(endpointInputSchema.superRefine(refineEndpoint))
    .min(1)
    .max(LIMITS.bodyValues / 4)
    .refine((list) => areDistinct(list.map((endpoint) => endpoint.url)), 'the same URL appears twice')
    .refine((list) => areDistinct(list.flatMap((endpoint) => endpoint.id ?? [])), 'the same endpoint appears twice'),
});
export type MonitorInput = z.infer<typeof monitorInputSchema>;

/**
 * `POST /monitors`. A repeated `idempotencyKey` means the monitor that it has created, so a caller without an answer
 * can send it again, changed or not, without a second monitor. `version`: as in a replacement, 0 while none is known.
 */
const monitorCreationSchema = monitorInputSchema.extend({
  idempotencyKey: z
    .string()
    .regex(/^[\w-]{16,64}$/, 'not a key')
    .optional(),
  version: countSchema.optional(),
});

/**
 * `PUT /monitors/{id}`. With the `version` that was read, a monitor that has changed since is not replaced
 * (`edited_meanwhile`); without one the input always replaces it.
 */
const monitorReplacementSchema = monitorInputSchema.extend({ version: countSchema.optional() });

const endpointContentSchema = z.object({ id: idSchema, ...storedShape(ENDPOINT_FIELDS) });
export type EndpointContent = z.infer<typeof endpointContentSchema>;

/** What an edit of a monitor can change, its endpoints in order. New endpoints have temporary ids. */
const monitorContentSchema = z.object({
  ...storedShape(MONITOR_FIELDS),
  endpoints: z.array(endpointContentSchema),
});
export type MonitorContent = z.infer<typeof monitorContentSchema>;

/** A monitor's content and its version. */
export const monitorVersionSchema = monitorContentSchema.extend({ version: countSchema });
export type MonitorVersion = z.infer<typeof monitorVersionSchema>;

function areDistinct(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

/**
 * `POST /monitors/{id}/test` and `POST /endpoints/{id}/test`: the locations whose agents check now. Checks from
 * `requestedAt` on answer the request. `checkedJustNow`: endpoints that are not checked again, since they were
 * checked lately and have not changed since.
 */
export const testRequestedSchema = z.object({
  success: z.boolean(),
  locations: z.array(locationCodeSchema),
  requestedAt: isoSchema,
  checkedJustNow: z.array(idSchema),
});
export type TestRequested = z.infer<typeof testRequestedSchema>;

/**
 * `POST /monitors/{id}/pause` and `POST /endpoints/{id}/pause`: pauses checks and notifications, or resumes them.
 * `untilMs`: when they resume by themselves, epoch ms, at most a year ahead; null for not by themselves.
 */
export const pauseInputSchema = z.object({ paused: z.boolean(), untilMs: atMsSchema.nullable().default(null) });

const { intervalSec, locations } = changeShape(MONITOR_FIELDS);

/**
 * `POST /monitors/{id}/change`: the same change can be made to many monitors, each of which keeps what it does not
 * name. Tags are added after others are removed. `managed`: null to take it from its file (docs/files.md).
 */
const monitorChangeSchema = z
  .object({
    intervalSec,
    locations,
    addTags: tagsInputSchema.optional(),
    removeTags: tagsInputSchema.optional(),
    managed: z.null().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'nothing to change');
export type MonitorChange = z.infer<typeof monitorChangeSchema>;

/** What the checks of a monitor's endpoints may be refused for. */
export const CHECK_ERRORS = [
  'too_many_checks_planned',
  'check_too_large',
  'monitor_too_large',
  'secret_missing',
  'bad_assertion',
  'assertions_too_complex',
  'host_blocked',
  'heartbeat_taken',
] as const;

/** The query of `GET /monitors`; everything without one. `search`: in the names, URLs and tags. */
const listQuerySchema = z.object({
  status: z
    .preprocess((text) => (typeof text === 'string' ? text.toUpperCase() : text), monitorEntrySchema.shape.status)
    .optional(),
  tag: z.string().max(TAG_LENGTH).optional(),
  search: z.string().max(LIMITS.nameLength).optional(),
  limit: z.coerce.number().int().min(1).max(LIMITS.endpointsPerOwner).optional(),
  /** The id of the last monitor of the page before. */
  cursor: idSchema.optional(),
});
export type MonitorsQuery = z.infer<typeof listQuerySchema>;

export const monitorCalls = {
  list: apiCall({
    method: 'get',
    path: '/monitors',
    scope: 'read',
    role: 'viewer',
    summary: 'Every monitor by name, or those that match; with a limit in pages, linked by the Link header',
    query: listQuerySchema,
    output: z.array(monitorEntrySchema),
  }),
  limits: apiCall({
    method: 'get',
    path: '/monitors/endpoint-limits',
    scope: 'read',
    role: 'viewer',
    summary: 'How many endpoints the account has and may have',
    output: endpointLimitsSchema,
  }),
  read: apiCall({
    method: 'get',
    path: '/monitors/:id',
    scope: 'read',
    role: 'viewer',
    summary: 'A monitor with its endpoints',
    params: byIdSchema,
    output: monitorDetailSchema,
  }),
  create: apiCall({
    method: 'post',
    path: '/monitors',
    scope: 'write',
    role: 'editor',
    changes: ['monitor', 'created'],
    isRepeatable: true,
    summary: 'Create a monitor with its endpoints',
    status: 201,
    body: monitorCreationSchema,
    complete: completeChecks,
    bodyBytes: LIMITS.bodyBytes.account,
    output: monitorDetailSchema,
    // Not found if it is deleted before the answer is read.
    errors: ['limit_reached', 'too_many_monitors', 'not_found', 'edited_meanwhile', 'conflict', ...CHECK_ERRORS],
  }),
  replace: apiCall({
    method: 'put',
    path: '/monitors/:id',
    scope: 'write',
    role: 'editor',
    changes: ['monitor', 'changed'],
    summary: 'Replace a monitor if it has the given version; endpoints that stay keep their ids and history',
    params: byIdSchema,
    body: monitorReplacementSchema,
    complete: completeChecks,
    bodyBytes: LIMITS.bodyBytes.account,
    output: monitorDetailSchema,
    errors: ['limit_reached', 'edited_meanwhile', 'conflict', ...CHECK_ERRORS],
  }),
  change: apiCall({
    method: 'post',
    path: '/monitors/:id/change',
    scope: 'write',
    role: 'editor',
    changes: ['monitor', 'changed'],
    summary: 'Change only the interval, locations or single tags of a monitor, or take it from its file',
    params: byIdSchema,
    body: monitorChangeSchema,
    output: monitorDetailSchema,
    errors: CHECK_ERRORS,
  }),
  remove: apiCall({
    method: 'delete',
    path: '/monitors/:id',
    scope: 'write',
    role: 'editor',
    changes: ['monitor', 'deleted'],
    summary: 'Delete a monitor with its endpoints',
    params: byIdSchema,
    output: doneSchema,
  }),
  test: apiCall({
    method: 'post',
    path: '/monitors/:id/test',
    scope: 'write',
    role: 'editor',
    summary: 'Have the agents check the monitor’s endpoints now',
    params: byIdSchema,
    output: testRequestedSchema,
    errors: ['checked_just_now', 'too_many_checks', 'checks_paused'],
  }),
  pause: apiCall({
    method: 'post',
    path: '/monitors/:id/pause',
    scope: 'write',
    role: 'editor',
    changes: ['monitor', 'paused'],
    summary: 'Pause a monitor’s checks, until a time if wished, or resume them; endpoints keep their own pauses',
    params: byIdSchema,
    body: pauseInputSchema,
    output: monitorDetailSchema,
  }),
};
