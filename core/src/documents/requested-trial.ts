import { z } from 'zod';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { assignedCheckSchema, maskAssigned } from './assignment.ts';
import { declareCollection } from './collection.ts';

/**
 * `requestedTrials/{agent}_{trial}`: a URL that an agent should check once, with its secrets. It exists until the agent
 * has reported, or another trial is requested there after its time, or the agent is lost.
 */
export const requestedTrialSchema = z.object({
  agentId: idSchema,
  trialId: idSchema,
  ownerId: idSchema,
  at: atMsSchema,
  url: z.string(),
  check: assignedCheckSchema,
  expireAt: atMsSchema,
});
export type RequestedTrial = z.infer<typeof requestedTrialSchema>;

export const requestedTrialCollection = declareCollection({
  path: 'requestedTrials',
  notExported: 'ends',
  schema: requestedTrialSchema,
  readableBy: 'assigned agent',
  ttl: 'expireAt',
  noIndex: ['at', 'check', 'trialId', 'url'],
  indexes: [['agentId', 'at desc']],
  account: 'owned',
  redact: ({ check, ...document }) => ({ ...document, check: maskAssigned(check) }),
});

/** Returns the document id of what one agent should do for a trial. */
export function requestedTrialId(agentId: string, trialId: string): string {
  return `${agentId}_${trialId}`;
}
