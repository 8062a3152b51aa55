import { z } from 'zod';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { AGENT } from '../values/limits.ts';
import { SECOND_MS } from '../values/time.ts';
import { bucketSchema } from '../values/token-bucket.ts';
import { declareCollection } from './collection.ts';

/** `commands/{agent}`: what the agent should do now. */
export const commandSchema = z.object({
  syncAt: atMsSchema.nullable(),
  /** When a check of each endpoint was requested. */
  checkNow: z.record(idSchema, atMsSchema),
  /** When another location had confirmed that these endpoints fail: one failed check confirms it here. */
  confirmedDown: z.record(idSchema, atMsSchema).optional(),
  /** The owners' recent requests, with the endpoint's state at the time. Only the server uses them. */
  requested: z.record(idSchema, z.object({ at: atMsSchema, fingerprint: z.string() })).optional(),
  /** How many more requests each owner may make. Only the server uses them. */
  budgets: z.record(idSchema, bucketSchema).optional(),
});
export type Command = z.infer<typeof commandSchema>;

export const commandCollection = declareCollection({
  path: 'commands',
  notExported: 'rebuilt',
  schema: commandSchema,
  readableBy: 'agent by id',
  noIndex: ['budgets', 'checkNow', 'confirmedDown', 'requested', 'syncAt'],
  account: 'shared',
});

/**
 * Adds requests for `endpointIds` at `nowMs` to those that are still valid. `failing`: of these, those
 * that another location has confirmed as failing.
 */
export function requestChecks(
  { checkNow, confirmedDown = {} }: Pick<Command, 'checkNow' | 'confirmedDown'>,
  endpointIds: readonly string[],
  nowMs: number,
  failing: readonly string[] = [],
): Required<Pick<Command, 'checkNow' | 'confirmedDown'>> {
  const requested = new Set(endpointIds);
  const others = (current: Command['checkNow']) =>
    Object.entries(current).filter(([id, at]) => !requested.has(id) && at > nowMs - AGENT.commandValidMs);
  const added = (ids: readonly string[]) => ids.map((id) => [id, nowMs] as const);
  return {
    checkNow: Object.fromEntries([...others(checkNow), ...added(endpointIds)]),
    confirmedDown: Object.fromEntries([...others(confirmedDown), ...added(failing)]),
  };
}

/** A request counts as made just now for this long, which is at most the time that an agent takes to confirm a change. */
const JUST_REQUESTED_MS = 2 * SECOND_MS;

/**
 * Returns which of these endpoints have a request from just before `nowMs`, and `sinceMs`: a check from then on answers
 * both those and new requests.
 */
export function justRequested(
  current: Command['checkNow'],
  endpointIds: readonly string[],
  nowMs: number,
): { endpointIds: string[]; sinceMs: number } {
  const requestedAt = (id: string) => (Object.hasOwn(current, id) ? (current[id] ?? 0) : 0);
  const running = endpointIds.filter((id) => requestedAt(id) > nowMs - JUST_REQUESTED_MS);
  return { endpointIds: running, sinceMs: Math.min(nowMs, ...running.map(requestedAt)) };
}
