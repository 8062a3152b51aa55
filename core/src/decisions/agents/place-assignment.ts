import { isWithinBudget, type Load, loadOf, plus } from './load.ts';
import type { PlannedAgent } from './planner.ts';

/**
 * Returns the agent for a new assignment of `count` endpoints: the least loaded active one within its budgets, as the
 * planner would choose. Null if none is active or has capacity, and for an assignment without endpoints.
 */
export function placeAssignment(
  agents: readonly (PlannedAgent & { load: Load })[],
  assignment: { id: string; count: number },
): string | null {
  if (assignment.count === 0) return null;
  const load = loadOf([assignment.id], assignment.count);
  const fitting = agents.filter((agent) => agent.active && isWithinBudget(plus(agent.load, load)));
  const [best] = fitting.toSorted((a, b) => a.load.endpoints - b.load.endpoints || (a.id < b.id ? -1 : 1));
  return best?.id ?? null;
}
