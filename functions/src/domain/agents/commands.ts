import {
  decideRecheck,
  type RecheckDecision,
  type RecheckRequest,
} from '@farwatch/core/decisions/agents/decide-recheck';
import { requestChecks } from '@farwatch/core/documents/command';
import { commands } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';

/** Commands an agent to check these endpoints now; does nothing if the agent is gone. */
export async function requestCheck(
  run: Run,
  { agentId, endpointIds }: { agentId: string; endpointIds: readonly string[] },
): Promise<void> {
  const ref = commands.ref(run.db, agentId);
  await run.db.runTransaction(async (tx) => {
    const command = commands.read(await tx.get(ref));
    if (!command || endpointIds.length === 0) return;
    tx.update(ref, commands.toUpdate({ checkNow: requestChecks(command.checkNow, endpointIds, run.nowMs) }));
  });
}

/**
 * Commands an agent to check an owner's endpoints within the owner's budget; null if the agent is gone. The budget is
 * counted in the command's own document and transaction, so it applies across instances at no extra cost.
 */
export async function requestCheckByOwner(
  run: Run,
  agentId: string,
  request: RecheckRequest,
): Promise<RecheckDecision | null> {
  const ref = commands.ref(run.db, agentId);
  return run.db.runTransaction(async (tx) => {
    const command = commands.read(await tx.get(ref));
    if (!command) return null;
    const decision = decideRecheck(command, request, run.nowMs);
    if (decision.change) tx.update(ref, commands.toUpdate(decision.change));
    return decision;
  });
}
