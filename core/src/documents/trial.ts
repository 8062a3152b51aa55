import { z } from 'zod';
import { checkAnswerSchema } from '../values/check-answer.ts';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { localFailureSchema } from '../values/local-failure.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { declareCollection } from './collection.ts';

/** What an agent found: the answer, or the local failure that prevented the check. */
export const trialResultSchema = z.object({
  answer: checkAnswerSchema.nullable(),
  localFailure: localFailureSchema.nullable(),
});
export type TrialResult = z.infer<typeof trialResultSchema>;

/** `trials/{id}`: a check of a URL before it is saved. The check itself is only in `requestedTrials`. */
export const trialSchema = z.object({
  ownerId: idSchema,
  url: z.string(),
  /** Which agent performs the check, by location. */
  agents: z.partialRecord(locationCodeSchema, idSchema),
  /** Requested locations without an agent that can perform it. */
  unavailable: z.array(locationCodeSchema),
  /** Results that are missing after two minutes will not arrive. */
  results: z.partialRecord(locationCodeSchema, trialResultSchema),
  createdAt: atMsSchema,
  expireAt: atMsSchema,
});
export type Trial = z.infer<typeof trialSchema>;

export const trialCollection = declareCollection({
  path: 'trials',
  notExported: 'ends',
  schema: trialSchema,
  readableBy: 'editor',
  isMissingReadable: true,
  ttl: 'expireAt',
  noIndex: ['agents', 'createdAt', 'results', 'unavailable', 'url'],
  account: 'owned',
});
