import { type PlannedAgent, planAssignments } from './planner.ts';

/**
 * The agent that a new assignment of `count` endpoints goes to, by the planner's rules and the agents' loads (design 4). Null
 * where none is active or has room.
 */
export function placeAssignment(
  agents: readonly (PlannedAgent & { endpointCount: number })[],
  count: number,
): string | null {
  const active = agents.filter((agent) => agent.active);
  // Each agent's load stands in as one assignment, so that only the new one is without a holder.
  const held = active.map(({ id, endpointCount }) => ({ id: `held:${id}`, agentId: id, count: endpointCount }));
  const moves = planAssignments(active, [...held, { id: 'new', agentId: null, count }]);
  return moves.find((move) => move.assignmentId === 'new')?.to ?? null;
}
