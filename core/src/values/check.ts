import { z } from 'zod';
import { atMsSchema, idSchema } from './fields.ts';
import { checkPhasesSchema } from './phases.ts';

/**
 * Why a check failed, as a code; null for a success. `status` means an HTTP status of 400 or above. Packed checks hold the
 * place in this list (checks/pack.ts): new ones go to the end.
 */
export const checkErrorSchema = z.enum([
  'status',
  'timeout',
  'dns',
  'refused',
  'reset',
  'unreachable',
  'tls',
  'certificate',
  'redirects',
  'address',
  'headers',
  'protocol',
  'network',
]);
export type CheckError = z.infer<typeof checkErrorSchema>;

/**
 * One check: `at` when it began and `ms` how long it took, both ms; `statusCode` null if no answer came. Without `phases`
 * they are not known: older agents send none, and those of a form not known here are passed over.
 */
export const checkSchema = z.object({
  endpoint: idSchema,
  at: atMsSchema,
  ms: z.number().int().min(0).max(120_000),
  statusCode: z.number().int().min(100).max(999).nullable(),
  error: checkErrorSchema.nullable(),
  phases: checkPhasesSchema.optional().catch(undefined),
});
export type Check = z.infer<typeof checkSchema>;
