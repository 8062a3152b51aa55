import { ownersToEvict } from '@farwatch/core/decisions/agents/previous-owners';
import type { AgentState } from '@farwatch/core/documents/agent';
import { type DocumentData, FieldValue } from 'firebase-admin/firestore';
import { agentStates } from '../../platform/db/collections.ts';

/** An owner, and the generation under which the agent had the assignment. */
type ReleasedOwner = { ownerId: string; generation: number };

/**
 * The changes in an agent's state when it gives up these owners. Their late checks are still accepted; those of owners
 * released longest ago no longer.
 */
export function releaseOwners(
  { previousOwners }: Pick<AgentState, 'previousOwners'>,
  owners: readonly ReleasedOwner[],
  nowMs: number,
): DocumentData {
  const evicted = ownersToEvict(previousOwners, new Set(owners.map(({ ownerId }) => ownerId)));
  const forgotten = evicted.map((id) => [`previousOwners.${id}`, FieldValue.delete()] as const);
  const changes = owners.flatMap(({ ownerId, generation }) => [
    [`owners.${ownerId}`, FieldValue.delete()] as const,
    [`verdicts.${ownerId}`, FieldValue.delete()] as const,
    ...Object.entries(agentStates.toUpdate({ [`previousOwners.${ownerId}`]: { generation, endedAt: nowMs } })),
  ]);
  return Object.fromEntries([...forgotten, ...changes]);
}
