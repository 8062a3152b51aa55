import { type VerdictMemory, WANTED_ANEW } from '@farwatch/core/documents/agent';
import { agentStates } from '../db/collections.ts';
import type { Run } from '../db/run.ts';
import { askToCheck } from './commands.ts';

const memoryFields = agentStates.pick('verdicts');

/** What agents are to check anew: endpoints by their owner, by the agent. */
export type Wanted = Map<string, Map<string, string[]>>;

/** Adds an owner's endpoints. */
export function want(wanted: Wanted, agentId: string, ownerId: string, endpointIds: readonly string[]): void {
  const byOwner = wanted.get(agentId) ?? new Map<string, string[]>();
  byOwner.set(ownerId, [...(byOwner.get(ownerId) ?? []), ...endpointIds]);
  wanted.set(agentId, byOwner);
}

/**
 * Asks agents to check endpoints at once, and takes a verdict by a check from now on for news even if it is the one that
 * is known: two writes for an agent, whoever the endpoints are of.
 */
export async function wantAnew(run: Run, wanted: Wanted): Promise<void> {
  for (const [agentId, byOwner] of wanted) {
    await forgetAll(run, agentId, byOwner);
    await askToCheck(run, { agentId, endpointIds: [...byOwner.values()].flat() });
  }
}

async function forgetAll(run: Run, agentId: string, byOwner: ReadonlyMap<string, string[]>): Promise<void> {
  const ref = agentStates.ref(run.db, agentId);
  const anew: VerdictMemory = [1, run.nowMs, 0, WANTED_ANEW];
  await run.db.runTransaction(async (tx) => {
    const [document] = await tx.getAll(ref, { fieldMask: memoryFields.names });
    const known = (ownerId: string) => document?.get(`verdicts.${ownerId}.endpoints`) ?? {};
    const paths = [...byOwner].flatMap(([ownerId, ids]) =>
      ids.filter((id) => Object.hasOwn(known(ownerId), id)).map((id) => `verdicts.${ownerId}.endpoints.${id}`),
    );
    if (paths.length > 0) tx.update(ref, Object.fromEntries(paths.map((path) => [path, anew])));
  });
}
