import { crowdedOut } from '@farwatch/core/agents/former-owners';
import type { AgentState } from '@farwatch/core/documents/agent';
import { type DocumentData, FieldValue } from 'firebase-admin/firestore';
import { agentStates } from '../db/kinds.ts';

/**
 * What changes in an agent's state when it lets go of an owner whose assignment it held under `gen`: the owner's late checks
 * stay welcome, those of owners it served longest ago do no longer.
 */
export function lettingGo(
  { formerOwners }: Pick<AgentState, 'formerOwners'>,
  { ownerId, gen }: { ownerId: string; gen: number },
  nowMs: number,
): DocumentData {
  const forgotten = crowdedOut(formerOwners, ownerId).map((id) => [`formerOwners.${id}`, FieldValue.delete()] as const);
  return {
    ...Object.fromEntries(forgotten),
    [`owners.${ownerId}`]: FieldValue.delete(),
    [`verdicts.${ownerId}`]: FieldValue.delete(),
    ...agentStates.part({ [`formerOwners.${ownerId}`]: { gen, endedAt: nowMs } }),
  };
}
