import { z } from 'zod';
import { checkErrorSchema } from './check.ts';
import { statusCodeSchema } from './check-answer.ts';
import { atMsSchema, countSchema, freeTextSchema } from './fields.ts';
import { failedAssertionSchema } from './http-check/assertion.ts';
import { LIMITS } from './limits.ts';

/**
 * The failure of a location in one line: `excerpt` is the beginning of the body as one line, of a heartbeat's job its last
 * line, '' for none; `assertion` the first that does not hold; `outage`: the number of the incident's outage that it
 * belongs to or led to. `expected`: the text or DNS records that the check expects, if others were received.
 * `lastGoodAt`: of a heartbeat, its last success. `alone`: as in the verdict.
 */
export const failureLineSchema = z.object({
  at: atMsSchema,
  statusCode: statusCodeSchema,
  error: checkErrorSchema.nullable(),
  excerpt: freeTextSchema.max(LIMITS.excerptLength),
  assertion: failedAssertionSchema.nullable(),
  outage: countSchema,
  expected: freeTextSchema.max(LIMITS.excerptLength).optional(),
  lastGoodAt: atMsSchema.optional(),
  alone: z.literal(true).optional(),
});
export type FailureLine = z.infer<typeof failureLineSchema>;
