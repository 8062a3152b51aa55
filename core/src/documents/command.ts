import { z } from 'zod';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { AGENT } from '../values/limits.ts';
import { bucketSchema } from '../values/token-bucket.ts';
import { declareCollection } from './collection.ts';

/**
 * `commands/{agent}`: what the agent should do now. `checkNow`: when a check of each endpoint was requested. For the server
 * only: `asked`, the owners' recent requests with the endpoint's state at the time (`of`); `budgets`, how many each may
 * still make.
 */
export const commandSchema = z.object({
  syncAt: atMsSchema.nullable(),
  checkNow: z.record(idSchema, atMsSchema),
  asked: z.record(idSchema, z.object({ at: atMsSchema, of: z.string() })).optional(),
  budgets: z.record(idSchema, bucketSchema).optional(),
});
export type Command = z.infer<typeof commandSchema>;

export const commandCollection = declareCollection({
  path: 'commands',
  schema: commandSchema,
  readableBy: 'agent by id',
  noIndex: ['asked', 'budgets', 'checkNow', 'syncAt'],
  account: 'shared',
});

/** The requests that are still valid, with new ones for `endpointIds` at `nowMs`. */
export function requestChecks(
  current: Command['checkNow'],
  endpointIds: readonly string[],
  nowMs: number,
): Command['checkNow'] {
  const fresh = Object.entries(current).filter(([, at]) => at > nowMs - AGENT.commandValidMs);
  return { ...Object.fromEntries(fresh), ...Object.fromEntries(endpointIds.map((id) => [id, nowMs])) };
}

/**
 * Which of these endpoints have a request from just before `nowMs`, and `sinceMs`: a check from then on answers both those
 * and new requests. Just before is less than the time to confirm a change.
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
