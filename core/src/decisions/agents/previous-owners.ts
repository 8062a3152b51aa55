import type { AgentState } from '../../documents/agent.ts';
import { LIMITS } from '../../values/limits.ts';

/**
 * Returns the owners to remove so that with the added ones at most 2,000 stay. Late checks of removed ones are dropped.
 */
export function ownersToEvict(previous: AgentState['previousOwners'], added: ReadonlySet<string>): string[] {
  const others = Object.entries(previous).filter(([ownerId]) => !added.has(ownerId));
  const oldestFirst = others.sort(([, a], [, b]) => a.endedAt - b.endedAt).map(([ownerId]) => ownerId);
  return oldestFirst.slice(0, Math.max(0, oldestFirst.length + added.size - LIMITS.previousOwnersPerAgent));
}
