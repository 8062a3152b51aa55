import {
  decideRecheck,
  type RecheckDecision,
  type RecheckRequest,
} from '@farwatch/core/decisions/agents/decide-recheck';
import { type Command, requestChecks } from '@farwatch/core/documents/command';
import { type DocumentData, FieldValue } from 'firebase-admin/firestore';
import { commands } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';

/**
 * A change of a command as Firestore stores it. It removes the field in which servers up to 0.4 kept trials with their
 * secrets: full of them, the document would refuse every write.
 */
export function commandUpdate(change: Partial<Command>): DocumentData {
  return { ...commands.toUpdate(change), trials: FieldValue.delete() };
}

type CheckRequest = {
  agentId: string;
  endpointIds: readonly string[];
  /** Of these, those that another location has confirmed as failing. */
  failing?: readonly string[];
};

/** Commands an agent to check these endpoints now; does nothing if the agent is gone. */
export async function requestCheck(run: Run, { agentId, endpointIds, failing = [] }: CheckRequest): Promise<void> {
  const ref = commands.ref(run.db, agentId);
  await run.db.runTransaction(async (tx) => {
    const command = commands.read(await tx.get(ref));
    if (!command || endpointIds.length === 0) return;
    tx.update(ref, commandUpdate(requestChecks(command, endpointIds, run.nowMs, failing)));
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
    if (decision.change) tx.update(ref, commandUpdate(decision.change));
    return decision;
  });
}
