import { type Asking, type AskingDecision, decideAsking } from '@farwatch/core/agents/decide-asking';
import { requestChecks } from '@farwatch/core/documents/command';
import { commands } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';

/** Asks an agent to check these endpoints at once. Nothing happens where the agent is gone (design 4). */
export async function askToCheck(
  run: Run,
  { agentId, endpointIds }: { agentId: string; endpointIds: readonly string[] },
): Promise<void> {
  const ref = commands.ref(run.db, agentId);
  await run.db.runTransaction(async (tx) => {
    const command = commands.read(await tx.get(ref));
    if (!command || endpointIds.length === 0) return;
    tx.update(ref, commands.part({ checkNow: requestChecks(command.checkNow, endpointIds, run.nowMs) }));
  });
}

/**
 * Asks an agent for what an owner wants checked, as far as they may ask for it; null where the agent is gone. What they asked
 * for is counted in the document that the request goes into, in its transaction: so it holds over all instances, at no cost.
 */
export async function askForOwner(run: Run, agentId: string, asking: Asking): Promise<AskingDecision | null> {
  const ref = commands.ref(run.db, agentId);
  return run.db.runTransaction(async (tx) => {
    const command = commands.read(await tx.get(ref));
    if (!command) return null;
    const decision = decideAsking(command, asking, run.nowMs);
    if (decision.change) tx.update(ref, commands.part(decision.change));
    return decision;
  });
}
