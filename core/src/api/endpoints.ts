import { z } from 'zod';
import { checkErrorSchema } from '../checks/check.ts';
import { countSchema, idSchema } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { locationCodeSchema } from '../locations.ts';
import { endpointStatusSchema } from '../status/status.ts';
import { endpointEntrySchema } from './monitor-answer.ts';
import { endpointInputSchema } from './monitors.ts';
import { isoSchema } from './parts.ts';

/** `POST /monitors/{id}/endpoints`: an empty name is made up by `endpointName`. */
export const endpointAddedSchema = endpointInputSchema.omit({ id: true });
export type EndpointAdded = z.infer<typeof endpointAddedSchema>;

/** `PUT /endpoints/{id}`: what is left out stays, and so does the name where an empty one is given. */
export const endpointChangeSchema = z
  .object({
    url: endpointInputSchema.shape.url.optional(),
    name: endpointInputSchema.shape.name,
    description: endpointInputSchema.shape.description.unwrap().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'nothing to change');
export type EndpointChange = z.infer<typeof endpointChangeSchema>;

/** `POST /monitors/{id}/endpoints/delete`: all of them, or none if one does not belong to the monitor. */
export const endpointsToDeleteSchema = z.object({
  endpointIds: z
    .array(idSchema)
    .min(1)
    .max(LIMITS.endpointsPerOwner)
    .transform((ids) => [...new Set(ids)]),
});

/** Its answer: the ids of those that are gone. */
export const endpointsDeletedSchema = z.object({ success: z.literal(true), deleted: z.array(idSchema) });

/** `GET /endpoints/{id}`. `status_since`: when the present status began. */
export const endpointDetailSchema = endpointEntrySchema.extend({
  description: z.string(),
  monitor_id: idSchema,
  locations: z.array(locationCodeSchema),
  status_since: isoSchema,
});
export type EndpointDetail = z.infer<typeof endpointDetailSchema>;

/** Figures over checks: times in ms, null if there is nothing to average. */
const figuresSchema = z.object({
  count: countSchema,
  failures: countSchema,
  median_ms: z.number().nullable(),
  success_average_ms: z.number().nullable(),
  failure_average_ms: z.number().nullable(),
});

/** `GET /endpoints/{id}/history`: 24 hours, oldest first, the last of them running; `date` is the hour's start. */
export const endpointHistorySchema = z
  .array(
    figuresSchema.extend({
      date: isoSchema,
      locations: z.array(figuresSchema.extend({ location: locationCodeSchema })),
    }),
  )
  .length(24);
export type EndpointHistory = z.infer<typeof endpointHistorySchema>;

/**
 * The query of `GET /endpoints/{id}/history`. A caller that has seen `known` checks since `knownSince` never gets a
 * cached copy with fewer; it is ignored after ten minutes, when no copy is left.
 */
export const historyQuerySchema = z.object({
  known: z.coerce.number().int().min(1).max(1000).optional(),
  knownSince: isoSchema.optional(),
});
export type HistoryQuery = z.infer<typeof historyQuerySchema>;

/**
 * The query of `GET /endpoints/{id}/checks`: the same, and a zone's name may be given, though moments are always
 * answered in UTC. `since` asks for the newest checks alone, which costs little and is never cached.
 */
export const checksQuerySchema = historyQuerySchema.extend({
  since: isoSchema.optional(),
  userTimezone: z
    .string()
    .max(64)
    .regex(/^[\w+/-]*$/, 'not a time zone')
    .optional(),
});

/** `GET /endpoints/{id}/checks`: the checks of the last 24 h, newest first; `response_time` in ms; `error` null for a success. */
export const checksSchema = z.object({
  data: z.array(
    z.object({
      check_time: isoSchema,
      success: z.boolean(),
      response_time: z.number().int(),
      status_code: z.number().int().nullable(),
      error: checkErrorSchema.nullable(),
      error_message: z.string().nullable(),
      location: locationCodeSchema,
    }),
  ),
});
export type Checks = z.infer<typeof checksSchema>;

/** `GET /endpoints/{id}/availability`: over the last 24 h; `coverage` is the known share of them, 0 to 1. */
export const endpointAvailabilitySchema = z.object({
  metrics: z.object({
    availability_percentage: z.number(),
    total_downtime_ms: countSchema,
    coverage: z.number().min(0).max(1),
  }),
});

/** The query of `GET /endpoints/{id}/status-history`. */
export const statusHistoryQuerySchema = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) });

/** `GET /endpoints/{id}/status-history`, newest first; `duration_seconds` is how long the previous status lasted. */
export const statusHistorySchema = z.object({
  data: z.array(
    z.object({
      changed_at: isoSchema,
      previous_status: endpointStatusSchema,
      new_status: endpointStatusSchema,
      duration_seconds: countSchema,
    }),
  ),
});
