import { z } from 'zod';
import { checkAnswerSchema } from '../values/check-answer.ts';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { localFailureSchema } from '../values/local-failure.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { declareCollection } from './collection.ts';

/** What an agent found: the answer, or why its own device or network kept it from checking. */
export const trialResultSchema = z.object({
  answer: checkAnswerSchema.nullable(),
  localFailure: localFailureSchema.nullable(),
});
export type TrialResult = z.infer<typeof trialResultSchema>;

/**
 * `trials/{id}`: a check of a URL before it is saved. `agents`: who performs it, by location. `unavailable`: requested
 * locations without an agent that can. What is missing in `results` after two minutes will not come. The check itself is
 * only in `requestedTrials`.
 */
export const trialSchema = z.object({
  ownerId: idSchema,
  url: z.string(),
  agents: z.partialRecord(locationCodeSchema, idSchema),
  unavailable: z.array(locationCodeSchema),
  results: z.partialRecord(locationCodeSchema, trialResultSchema),
  createdAt: atMsSchema,
  expireAt: atMsSchema,
});
export type Trial = z.infer<typeof trialSchema>;

export const trialCollection = declareCollection({
  path: 'trials',
  schema: trialSchema,
  readableBy: 'owner',
  isMissingReadable: true,
  ttl: 'expireAt',
  noIndex: ['agents', 'createdAt', 'results', 'unavailable', 'url'],
  account: 'owned',
});
