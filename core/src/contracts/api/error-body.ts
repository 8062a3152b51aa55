import { z } from 'zod';
import { apiErrorCodeSchema } from './error.ts';
import { monitorVersionSchema } from './monitors.ts';

/** What is wrong with the input, place by place. */
const placesSchema = z.array(z.object({ path: z.string(), message: z.string() }));

/**
 * `details` are places in the input, or a sentence that says what to do; `technical_details` what another service said;
 * `retry_after` in how many seconds what was too early is not; `current`: of an edit that came too late, what stands now.
 */
export const apiErrorSchema = z.object({
  error: z.string(),
  code: apiErrorCodeSchema,
  details: z.union([placesSchema, z.string()]).optional(),
  technical_details: z.string().optional(),
  retry_after: z.number().int().positive().optional(),
  current: monitorVersionSchema.optional(),
});
export type ApiErrorBody = z.infer<typeof apiErrorSchema>;
