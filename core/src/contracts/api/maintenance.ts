import { z } from 'zod';
import { maintenanceFieldsSchema, occurrenceSchema } from '../../documents/maintenance.ts';
import { idSchema } from '../../values/fields.ts';
import { LIMITS } from '../../values/limits.ts';
import { managedOrNotSchema, managedSchema } from '../../values/managed.ts';
import { timeZoneInputSchema } from '../../values/zone.ts';
import { apiCall } from './call.ts';
import { byIdSchema, doneSchema, isoSchema } from './parts.ts';

/** `occurrences`: those of the past 35 and the next 60 days, the oldest first, at most 200. */
const windowAnswerSchema = maintenanceFieldsSchema.extend({
  id: idSchema,
  occurrences: z.array(
    occurrenceSchema.omit({ id: true, name: true }).extend({ startsAt: isoSchema, endsAt: isoSchema }),
  ),
  managed: managedSchema.nullable(),
  createdAt: isoSchema,
});
export type MaintenanceAnswer = z.infer<typeof windowAnswerSchema>;

const windowInputSchema = maintenanceFieldsSchema.extend({
  timeZone: timeZoneInputSchema,
  managed: managedOrNotSchema,
});
export type MaintenanceInput = z.infer<typeof windowInputSchema>;

/** `startsAt`: the planned start of an occurrence. `endsAt`: when it ends instead; `startsAt` itself cancels it. */
const endingSchema = z.object({ startsAt: isoSchema, endsAt: isoSchema });

const REFUSED = ['conflict', 'bad_rule', 'too_many_occurrences', 'unknown_monitor'] as const;

export const maintenanceCalls = {
  list: apiCall({
    method: 'get',
    path: '/v1/maintenance',
    scope: 'read',
    role: 'viewer',
    summary: 'All maintenance windows with their occurrences',
    output: z.object({ windows: z.array(windowAnswerSchema) }),
  }),
  create: apiCall({
    method: 'post',
    path: '/v1/maintenance',
    scope: 'write',
    role: 'editor',
    changes: ['maintenance', 'created'],
    isRepeatable: true,
    summary: 'Plan a maintenance window, once or repeating; one that starts now takes effect at once',
    status: 201,
    body: windowInputSchema,
    bodyBytes: LIMITS.bodyBytes.long,
    output: windowAnswerSchema,
    errors: ['too_many_windows', ...REFUSED],
  }),
  change: apiCall({
    method: 'put',
    path: '/v1/maintenance/:id',
    scope: 'write',
    role: 'editor',
    changes: ['maintenance', 'changed'],
    summary: 'Replace a maintenance window; past occurrences and availability follow',
    params: byIdSchema,
    body: windowInputSchema,
    bodyBytes: LIMITS.bodyBytes.long,
    output: windowAnswerSchema,
    errors: [...REFUSED],
  }),
  end: apiCall({
    method: 'put',
    path: '/v1/maintenance/:id/ending',
    scope: 'write',
    role: 'editor',
    changes: ['maintenance', 'ended'],
    summary: 'End an occurrence early, extend it, or cancel it',
    params: byIdSchema,
    body: endingSchema,
    output: windowAnswerSchema,
    errors: ['unknown_occurrence'],
  }),
  remove: apiCall({
    method: 'delete',
    path: '/v1/maintenance/:id',
    scope: 'write',
    role: 'editor',
    changes: ['maintenance', 'deleted'],
    summary: 'Delete a maintenance window; past occurrences count as normal time again',
    params: byIdSchema,
    output: doneSchema,
  }),
};
