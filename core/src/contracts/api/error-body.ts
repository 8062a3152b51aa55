import { z } from 'zod';
import { apiErrorCodeSchema } from './error.ts';
import { monitorVersionSchema } from './monitors.ts';

/** What is wrong with the input, by path. */
const issuesSchema = z.array(z.object({ path: z.string(), message: z.string() }));

/**
 * `details`: issues of the input, or a sentence about what to do; `technical_details`: what another service answered;
 * `retry_after`: in how many seconds to retry; `current`: the current version, for an edit of an older one.
 */
export const apiErrorSchema = z.object({
  error: z.string(),
  code: apiErrorCodeSchema,
  details: z.union([issuesSchema, z.string()]).optional(),
  technical_details: z.string().optional(),
  retry_after: z.number().int().positive().optional(),
  current: monitorVersionSchema.optional(),
});
export type ApiErrorBody = z.infer<typeof apiErrorSchema>;
