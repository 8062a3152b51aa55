import { z } from 'zod';
import { trialResultSchema } from '../../documents/trial.ts';
import { checkOptionsInputSchema, completeChecks, refineTypes } from '../../values/check-options.ts';
import { idSchema } from '../../values/fields.ts';
import { LIMITS } from '../../values/limits.ts';
import { agentLocationSchema, locationCodeSchema } from '../../values/locations.ts';
import { urlSchema } from '../../values/url.ts';
import { apiCall } from './call.ts';
import { byIdSchema, isoSchema } from './parts.ts';

/**
 * `POST /v1/trials`: checks a URL once from each location, without saving it. `endpointId`: the endpoint whose stored
 * secrets the masks in `check` stand for; it must have the same origin.
 */
const trialInputSchema = z
  .object({
    url: urlSchema,
    check: checkOptionsInputSchema.default(null),
    locations: z.array(agentLocationSchema).min(1).max(20),
    endpointId: idSchema.optional(),
  })
  .superRefine(refineTypes);
export type TrialInput = z.infer<typeof trialInputSchema>;

/**
 * A trial. `locations`: where an agent checks. `unavailable`: requested ones without an agent that can check this.
 * `results`: as they come; after `endsAt` no more do.
 */
const trialAnswerSchema = z.object({
  id: idSchema,
  locations: z.array(locationCodeSchema),
  unavailable: z.array(locationCodeSchema),
  results: z.partialRecord(locationCodeSchema, trialResultSchema),
  endsAt: isoSchema,
});
export type TrialAnswer = z.infer<typeof trialAnswerSchema>;

export const trialCalls = {
  create: apiCall({
    method: 'post',
    path: '/v1/trials',
    scope: 'write',
    role: 'editor',
    summary: 'Check a URL once from each location, without saving it',
    status: 201,
    query: z.object({
      /** Whether the answer waits until all locations have reported, for at most 30 s. */
      wait: z.enum(['0', '1']).default('0'),
    }),
    body: trialInputSchema,
    complete: completeChecks,
    bodyBytes: LIMITS.bodyBytes.long,
    output: trialAnswerSchema,
    errors: ['too_many_trials', 'trials_busy', 'host_blocked', 'secret_missing', 'bad_assertion', 'not_found'],
  }),
  read: apiCall({
    method: 'get',
    path: '/v1/trials/:id',
    scope: 'read',
    role: 'editor',
    summary: 'A trial with the results so far',
    params: byIdSchema,
    output: trialAnswerSchema,
  }),
};
