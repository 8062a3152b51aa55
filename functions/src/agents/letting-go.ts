import { crowdedOut } from '@farwatch/core/agents/former-owners';
import type { AgentState } from '@farwatch/core/documents/agent';
import { type DocumentData, FieldValue } from 'firebase-admin/firestore';
import { agentStates } from '../db/kinds.ts';

/**
 * The changes in an agent's state when it gives up an owner whose assignment it had under `generation`: the owner's late
 * checks are still kept, those of the owners it served longest ago no longer.
 */
export function lettingGo(
  { formerOwners }: Pick<AgentState, 'formerOwners'>,
  { ownerId, generation }: { ownerId: string; generation: number },
  nowMs: number,
): DocumentData {
  const forgotten = crowdedOut(formerOwners, ownerId).map((id) => [`formerOwners.${id}`, FieldValue.delete()] as const);
  return {
    ...Object.fromEntries(forgotten),
    [`owners.${ownerId}`]: FieldValue.delete(),
    [`verdicts.${ownerId}`]: FieldValue.delete(),
    ...agentStates.part({ [`formerOwners.${ownerId}`]: { generation, endedAt: nowMs } }),
  };
}
