import { z } from 'zod';
import { certificateSchema } from './certificate.ts';
import { checkErrorSchema } from './check.ts';
import { atMsSchema, countSchema, freeTextSchema } from './fields.ts';
import { failedAssertionSchema } from './http-check/assertion.ts';
import { EVIDENCE } from './limits.ts';
import { checkPhasesSchema } from './phases.ts';

/** An HTTP status, or the exit status of a job. */
export const statusCodeSchema = z.number().int().min(0).max(999).nullable();

/**
 * What one check received, without secrets and cookies. `at`: when it started; `ms`: how long it took. `url`: the final
 * one, after redirects. `body`: its first 2 KB as text, of a heartbeat's job its last; `isCut`: there was more.
 * `failedAssertions`: those that do not hold.
 */
export const checkAnswerSchema = z.object({
  at: atMsSchema,
  ms: countSchema,
  url: freeTextSchema.max(2048),
  address: freeTextSchema.max(64).nullable(),
  statusCode: statusCodeSchema,
  error: checkErrorSchema.nullable(),
  headers: z
    .array(z.object({ name: freeTextSchema.max(100), value: freeTextSchema.max(EVIDENCE.headerLength) }))
    .max(EVIDENCE.headers),
  body: freeTextSchema.max(EVIDENCE.bodyBytes),
  isCut: z.boolean(),
  certificate: certificateSchema.nullable(),
  failedAssertions: z.array(failedAssertionSchema).max(10),
  phases: checkPhasesSchema.optional().catch(undefined),
});
export type CheckAnswer = z.infer<typeof checkAnswerSchema>;

/** The last check that succeeded before a failure, as far as an agent remembers it. */
export const goodCheckSchema = checkAnswerSchema
  .pick({ at: true, ms: true, address: true, statusCode: true, phases: true })
  .extend({ certificateEndsAt: atMsSchema.nullable() });
export type GoodCheck = z.infer<typeof goodCheckSchema>;

/** Why a location considers an endpoint down: the first failing check next to the last good one, if there was one. */
export const evidenceSchema = z.object({ failed: checkAnswerSchema, lastGood: goodCheckSchema.nullable() });
export type Evidence = z.infer<typeof evidenceSchema>;
