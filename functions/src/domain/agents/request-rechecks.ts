import { RECHECK_REQUESTED, type VerdictMemory } from '@farwatch/core/documents/agent';
import { agentStates } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { requestCheck } from './commands.ts';

const memoryFields = agentStates.pick('verdicts');

/** Endpoints to recheck, by owner, by agent. */
export type Rechecks = Map<string, Map<string, string[]>>;

/** Adds an owner's endpoints. */
export function addRechecks(
  rechecks: Rechecks,
  agentId: string,
  ownerId: string,
  endpointIds: readonly string[],
): void {
  const byOwner = rechecks.get(agentId) ?? new Map<string, string[]>();
  byOwner.set(ownerId, [...(byOwner.get(ownerId) ?? []), ...endpointIds]);
  rechecks.set(agentId, byOwner);
}

/**
 * Requests immediate checks whose verdicts count as changes even if they are the known ones. Two writes for each agent,
 * however many owners the endpoints have.
 */
export async function requestRechecks(run: Run, rechecks: Rechecks): Promise<void> {
  for (const [agentId, byOwner] of rechecks) {
    await markForRecheck(run, agentId, byOwner);
    await requestCheck(run, { agentId, endpointIds: [...byOwner.values()].flat() });
  }
}

async function markForRecheck(run: Run, agentId: string, byOwner: ReadonlyMap<string, string[]>): Promise<void> {
  const ref = agentStates.ref(run.db, agentId);
  const forgotten: VerdictMemory = [1, run.nowMs, 0, RECHECK_REQUESTED];
  await run.db.runTransaction(async (tx) => {
    const [document] = await tx.getAll(ref, { fieldMask: memoryFields.names });
    const known = (ownerId: string) => document?.get(`verdicts.${ownerId}.endpoints`) ?? {};
    const paths = [...byOwner].flatMap(([ownerId, ids]) =>
      ids.filter((id) => Object.hasOwn(known(ownerId), id)).map((id) => `verdicts.${ownerId}.endpoints.${id}`),
    );
    if (paths.length > 0) tx.update(ref, Object.fromEntries(paths.map((path) => [path, forgotten])));
  });
}
