import { z } from 'zod';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { AGENT } from '../values/limits.ts';
import { bucketSchema } from '../values/token-bucket.ts';
import { declareCollection } from './collection.ts';

/**
 * `commands/{agent}`: what the agent should do now. `checkNow`: when a check of each endpoint was requested. Only the
 * server uses `requested`, the owners' recent requests with the endpoint's state at the time, and `budgets`, how many
 * more each owner may make.
 */
export const commandSchema = z.object({
  syncAt: atMsSchema.nullable(),
  checkNow: z.record(idSchema, atMsSchema),
  requested: z.record(idSchema, z.object({ at: atMsSchema, fingerprint: z.string() })).optional(),
  budgets: z.record(idSchema, bucketSchema).optional(),
});
export type Command = z.infer<typeof commandSchema>;

export const commandCollection = declareCollection({
  path: 'commands',
  schema: commandSchema,
  readableBy: 'agent by id',
  noIndex: ['budgets', 'checkNow', 'requested', 'syncAt'],
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
