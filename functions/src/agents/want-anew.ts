import { type VerdictMemory, WANTED_ANEW } from '@farwatch/core/documents/agent';
import { agentStates } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { askToCheck } from './commands.ts';

const verdictsOf = (ownerId: string) => agentStates.entry('verdicts', ownerId);

/**
 * Asks an agent to check an owner's endpoints at once, and takes its verdict by a check from now on for news even if it
 * is the one that is known.
 */
export async function wantAnew(
  run: Run,
  agentId: string,
  ownerId: string,
  endpointIds: readonly string[],
): Promise<void> {
  const ref = agentStates.ref(run.db, agentId);
  await run.db.runTransaction(async (tx) => {
    const [memory] = await verdictsOf(ownerId).getAll(tx, ref);
    const known = endpointIds.filter((id) => memory?.endpoints[id]);
    if (known.length === 0) return;
    const wanted: VerdictMemory = [1, run.nowMs, 0, WANTED_ANEW];
    tx.update(ref, Object.fromEntries(known.map((id) => [`verdicts.${ownerId}.endpoints.${id}`, wanted])));
  });
  await askToCheck(run, { agentId, endpointIds });
}
