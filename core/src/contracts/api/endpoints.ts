import { z } from 'zod';
import { named } from '../../values/api-name.ts';
import { checkErrorSchema } from '../../values/check.ts';
import { completeChecks } from '../../values/check-options.ts';
import { countSchema, freeTextSchema, idSchema } from '../../values/fields.ts';
import { LIMITS } from '../../values/limits.ts';
import { locationCodeSchema } from '../../values/locations.ts';
import { answeredShape, changeShape } from '../../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS } from '../../values/monitor-fields/table.ts';
import { endpointStatusSchema } from '../../values/status.ts';
import { dateSchema } from '../../values/zone.ts';
import { apiCall } from './call.ts';
import { batchMetricsQuerySchema, batchMetricsSchema } from './dashboard.ts';
import { endpointEntrySchema, monitorDetailSchema, pingUrlShape } from './monitor-answer.ts';
import {
  CHECK_ERRORS,
  endpointInputSchema,
  pauseInputSchema,
  refineEndpoint,
  testRequestedSchema,
} from './monitors.ts';
import { byIdSchema, doneSchema, isoSchema } from './parts.ts';

/** `POST /monitors/{id}/endpoints`: an empty name becomes the default one. */
const endpointAddedSchema = endpointInputSchema.omit({ id: true }).superRefine(refineEndpoint);

/** `PUT /endpoints/{id}`: fields that are left out do not change, nor does the name if it is empty. */
const endpointChangeSchema = z
  .object(changeShape(ENDPOINT_FIELDS))
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'nothing to change');
export type EndpointChange = z.infer<typeof endpointChangeSchema>;

const endpointIdsSchema = z
  .array(idSchema)
  .min(1)
  .max(LIMITS.endpointsPerMonitor)
  .transform((ids) => [...new Set(ids)]);

/** `POST /monitors/{id}/endpoints/delete`: all of them, or none if one is not in the monitor. */
const endpointsToDeleteSchema = z.object({ endpointIds: endpointIdsSchema });

/** `POST /monitors/{id}/endpoints/pause`: all of them, or none if one is not in the monitor. */
const endpointsToPauseSchema = pauseInputSchema.extend({ endpointIds: endpointIdsSchema });

/** `POST /monitors/{id}/endpoints/move`: to the monitor `targetId`, all of them, or none if one is in neither. */
const endpointsToMoveSchema = z.object({ endpointIds: endpointIdsSchema, targetId: idSchema });

/** `POST /endpoints/{id}/replace-ping-url`: the URL to replace. Once it is replaced, the same call changes nothing. */
const pingUrlToReplaceSchema = z.object({ pingUrl: freeTextSchema.max(500) });

/** The ids of the deleted endpoints. */
const endpointsDeletedSchema = z.object({ success: z.literal(true), deleted: z.array(idSchema) });

/** `GET /endpoints/{id}`. `statusSince`: when the current status started. */
const endpointDetailSchema = endpointEntrySchema.extend({
  ...answeredShape(ENDPOINT_FIELDS, 'detail'),
  ...pingUrlShape,
  monitorId: idSchema,
  locations: z.array(locationCodeSchema),
  statusSince: isoSchema,
});
export type EndpointDetail = z.infer<typeof endpointDetailSchema>;

/** Metrics of checks: times in ms, null if there is nothing to average. */
const metricsSchema = z.object({
  count: countSchema,
  failures: countSchema,
  medianMs: z.number().nullable(),
  successAverageMs: z.number().nullable(),
  failureAverageMs: z.number().nullable(),
});

/** `GET /endpoints/{id}/history`: 24 hours, oldest first, the last one current; `date` is the hour's start. */
const endpointHistorySchema = z
  .array(
    metricsSchema.extend({
      date: isoSchema,
      locations: z.array(metricsSchema.extend({ location: locationCodeSchema })),
    }),
  )
  .length(24);
export type EndpointHistory = z.infer<typeof endpointHistorySchema>;

/**
 * The query of `GET /endpoints/{id}/history`. A caller that has seen `known` checks since `knownSince` never gets a
 * cached copy with fewer; it is ignored after ten minutes, when no copy is left.
 */
const historyQuerySchema = z.object({
  known: z.coerce.number().int().min(1).max(1000).optional(),
  knownSince: isoSchema.optional(),
});
export type HistoryQuery = z.infer<typeof historyQuerySchema>;

/**
 * The query of `GET /endpoints/{id}/checks`: the same, and a zone's name, though times are always answered in UTC.
 * `since` requests only the newest checks, which costs little and is never cached. `day` requests those of a day in that
 * zone, UTC if it has none, at most 9 days ago.
 */
const checksQuerySchema = historyQuerySchema.extend({
  since: isoSchema.optional(),
  day: dateSchema.optional(),
  userTimezone: z
    .string()
    .max(64)
    .regex(/^[\w+/-]*$/, 'not a time zone')
    .optional(),
});
export type ChecksQuery = z.infer<typeof checksQuerySchema>;

/**
 * How long each phase of a check took, in ms, over all redirects; null for one that it did not reach or need. The phase
 * in which a check failed counts up to the failure.
 */
const phasesSchema = z.object({
  dnsMs: countSchema.nullable(),
  connectMs: countSchema.nullable(),
  tlsMs: countSchema.nullable(),
  firstByteMs: countSchema.nullable(),
  bodyMs: countSchema.nullable(),
});
export type PhasesAnswer = z.infer<typeof phasesSchema>;

/**
 * `GET /endpoints/{id}/checks`: the checks of the last 24 h or of the day, newest first; `responseTime` in ms; `error` null for a
 * success; `phases` null if the agent did not report them, and missing from older servers.
 */
const checksSchema = z.object({
  data: z.array(
    z.object({
      checkTime: named('check_time', isoSchema),
      success: z.boolean(),
      responseTime: named('response_time', z.number().int()),
      statusCode: named('status_code', z.number().int().nullable()),
      error: checkErrorSchema.nullable(),
      errorMessage: named('error_message', z.string().nullable()),
      location: locationCodeSchema,
      phases: phasesSchema.nullable().default(null),
    }),
  ),
});
export type Checks = z.infer<typeof checksSchema>;

/** `GET /endpoints/{id}/availability`: over the last 24 h; `coverage` is the known share of them, 0 to 1. */
const endpointAvailabilitySchema = z.object({
  metrics: z.object({
    availabilityPercentage: named('availability_percentage', z.number()),
    totalDowntimeMs: named('total_downtime_ms', countSchema),
    coverage: z.number().min(0).max(1),
  }),
});

/** The query of `GET /endpoints/{id}/status-history`. */
const statusHistoryQuerySchema = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) });

/** `GET /endpoints/{id}/status-history`, newest first; `durationSeconds`: the duration of the previous status; `slow`: after the change, also from up to up. */
export const statusHistorySchema = z.object({
  data: z.array(
    z.object({
      changedAt: named('changed_at', isoSchema),
      previousStatus: named('previous_status', endpointStatusSchema),
      newStatus: named('new_status', endpointStatusSchema),
      durationSeconds: named('duration_seconds', countSchema),
      slow: z.boolean(),
    }),
  ),
});

/** Includes the calls under a monitor that take or return endpoints. */
export const endpointCalls = {
  list: apiCall({
    method: 'get',
    path: '/monitors/:id/endpoints',
    scope: 'read',
    role: 'viewer',
    summary: 'The endpoints of a monitor',
    params: byIdSchema,
    output: monitorDetailSchema.shape.endpoints,
  }),
  add: apiCall({
    method: 'post',
    path: '/monitors/:id/endpoints',
    scope: 'write',
    role: 'editor',
    changes: ['endpoint', 'created'],
    isRepeatable: true,
    summary: 'Add an endpoint to a monitor',
    status: 201,
    params: byIdSchema,
    body: endpointAddedSchema,
    complete: completeChecks,
    bodyBytes: LIMITS.bodyBytes.long,
    output: endpointDetailSchema,
    errors: ['limit_reached', ...CHECK_ERRORS],
  }),
  /** A POST, because some proxies drop the body of a DELETE. */
  removeSeveral: apiCall({
    method: 'post',
    path: '/monitors/:id/endpoints/delete',
    scope: 'write',
    role: 'editor',
    changes: ['endpoint', 'deleted'],
    summary: 'Delete several endpoints of a monitor: all, or none if one is not in it',
    params: byIdSchema,
    body: endpointsToDeleteSchema,
    output: endpointsDeletedSchema,
  }),
  pauseSeveral: apiCall({
    method: 'post',
    path: '/monitors/:id/endpoints/pause',
    scope: 'write',
    role: 'editor',
    changes: ['endpoint', 'paused'],
    summary: 'Pause or resume several endpoints of a monitor: all, or none if one is not in it',
    params: byIdSchema,
    body: endpointsToPauseSchema,
    output: doneSchema,
  }),
  moveSeveral: apiCall({
    method: 'post',
    path: '/monitors/:id/endpoints/move',
    scope: 'write',
    role: 'editor',
    changes: ['endpoint', 'moved'],
    summary:
      'Move several endpoints to another monitor; they keep their ids, checks and history, and are pending again',
    params: byIdSchema,
    body: endpointsToMoveSchema,
    output: doneSchema,
    errors: CHECK_ERRORS,
  }),
  metrics: apiCall({
    method: 'get',
    path: '/endpoints/batch/metrics',
    scope: 'read',
    role: 'viewer',
    summary: 'Average response time over the last hour and last check of up to 500 endpoints',
    query: batchMetricsQuerySchema,
    output: batchMetricsSchema,
  }),
  read: apiCall({
    method: 'get',
    path: '/endpoints/:id',
    scope: 'read',
    role: 'viewer',
    summary: 'An endpoint',
    params: byIdSchema,
    output: endpointDetailSchema,
  }),
  change: apiCall({
    method: 'put',
    path: '/endpoints/:id',
    scope: 'write',
    role: 'editor',
    changes: ['endpoint', 'changed'],
    summary: 'Change an endpoint; with another URL or check its history starts over',
    params: byIdSchema,
    body: endpointChangeSchema,
    complete: completeChecks,
    bodyBytes: LIMITS.bodyBytes.long,
    output: endpointDetailSchema,
    errors: CHECK_ERRORS,
  }),
  remove: apiCall({
    method: 'delete',
    path: '/endpoints/:id',
    scope: 'write',
    role: 'editor',
    changes: ['endpoint', 'deleted'],
    summary: 'Delete an endpoint with its history',
    params: byIdSchema,
    output: doneSchema,
  }),
  test: apiCall({
    method: 'post',
    path: '/endpoints/:id/test',
    scope: 'write',
    role: 'editor',
    summary: 'Have the agents check the endpoint now',
    params: byIdSchema,
    output: testRequestedSchema,
    errors: ['checked_just_now', 'too_many_checks', 'checks_paused'],
  }),
  pause: apiCall({
    method: 'post',
    path: '/endpoints/:id/pause',
    scope: 'write',
    role: 'editor',
    changes: ['endpoint', 'paused'],
    summary: 'Pause an endpoint’s checks, until a time if wished, or resume them unless its monitor is paused',
    params: byIdSchema,
    body: pauseInputSchema,
    output: endpointDetailSchema,
  }),
  replacePingUrl: apiCall({
    method: 'post',
    path: '/endpoints/:id/replace-ping-url',
    scope: 'write',
    role: 'editor',
    changes: ['endpoint', 'changed'],
    summary: 'Give a heartbeat another ping URL; the old one is not found from then on, its pings are kept',
    params: byIdSchema,
    body: pingUrlToReplaceSchema,
    output: endpointDetailSchema,
  }),
  history: apiCall({
    method: 'get',
    path: '/endpoints/:id/history',
    scope: 'read',
    role: 'viewer',
    summary: 'Response times of an endpoint by hour and location, for the last 24 hours',
    params: byIdSchema,
    query: historyQuerySchema,
    output: endpointHistorySchema,
  }),
  checks: apiCall({
    method: 'get',
    path: '/endpoints/:id/checks',
    scope: 'read',
    role: 'viewer',
    summary: 'Every check of an endpoint in the last 24 hours or on a day up to 9 days ago, newest first',
    params: byIdSchema,
    query: checksQuerySchema,
    output: checksSchema,
  }),
  availability: apiCall({
    method: 'get',
    path: '/endpoints/:id/availability',
    scope: 'read',
    role: 'viewer',
    summary: 'Availability and downtime of an endpoint over the last 24 hours',
    params: byIdSchema,
    output: endpointAvailabilitySchema,
  }),
  statusHistory: apiCall({
    method: 'get',
    path: '/endpoints/:id/status-history',
    scope: 'read',
    role: 'viewer',
    summary: 'The last status changes of an endpoint, newest first',
    params: byIdSchema,
    query: statusHistoryQuerySchema,
    output: statusHistorySchema,
  }),
};
