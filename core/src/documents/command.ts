import { z } from 'zod';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { AGENT, TRIAL } from '../values/limits.ts';
import { bucketSchema } from '../values/token-bucket.ts';
import { assignedCheckSchema } from './assignment.ts';
import { declareCollection } from './collection.ts';

/** A URL to check once, with its secrets (`trials/{id}`). */
const requestedTrialSchema = z.object({
  at: atMsSchema,
  ownerId: idSchema,
  url: z.string(),
  check: assignedCheckSchema,
});
export type RequestedTrial = z.infer<typeof requestedTrialSchema>;

/**
 * `commands/{agent}`: what the agent should do now. `checkNow`: when a check of each endpoint was requested. `trials`:
 * by their id, until their results are stored. Only the server uses `requested`, the owners' recent requests with the
 * endpoint's state at the time, and `budgets`, how many more each owner may make.
 */
export const commandSchema = z.object({
  syncAt: atMsSchema.nullable(),
  checkNow: z.record(idSchema, atMsSchema),
  trials: z.record(idSchema, requestedTrialSchema).optional(),
  requested: z.record(idSchema, z.object({ at: atMsSchema, fingerprint: z.string() })).optional(),
  budgets: z.record(idSchema, bucketSchema).optional(),
});
export type Command = z.infer<typeof commandSchema>;

export const commandCollection = declareCollection({
  path: 'commands',
  schema: commandSchema,
  readableBy: 'agent by id',
  noIndex: ['budgets', 'checkNow', 'requested', 'syncAt', 'trials'],
  account: 'shared',
});

/** Adds requests for `endpointIds` at `nowMs` to those that are still valid. */
export function requestChecks(
  current: Command['checkNow'],
  endpointIds: readonly string[],
  nowMs: number,
): Command['checkNow'] {
  const fresh = Object.entries(current).filter(([, at]) => at > nowMs - AGENT.commandValidMs);
  return { ...Object.fromEntries(fresh), ...Object.fromEntries(endpointIds.map((id) => [id, nowMs])) };
}

/**
 * Returns which of these endpoints have a request from just before `nowMs` (less than the time to confirm a change),
 * and `sinceMs`: a check from then on answers both those and new requests.
 */
export function justRequested(
  current: Command['checkNow'],
  endpointIds: readonly string[],
  nowMs: number,
): { endpointIds: string[]; sinceMs: number } {
  const requestedAt = (id: string) => (Object.hasOwn(current, id) ? (current[id] ?? 0) : 0);
  const running = endpointIds.filter((id) => requestedAt(id) > nowMs - AGENT.recheckAfterMs);
  return { endpointIds: running, sinceMs: Math.min(nowMs, ...running.map(requestedAt)) };
}

/** The trials that an agent may still perform at `nowMs`. */
export function currentTrials({ trials = {} }: Pick<Command, 'trials'>, nowMs: number): Record<string, RequestedTrial> {
  return Object.fromEntries(Object.entries(trials).filter(([, { at }]) => at > nowMs - TRIAL.validMs));
}
