import { isWithinBudget, type Load } from './load.ts';
import { isNewAgent, type PlannedAgent } from './planner.ts';

/** Agents that a newAgent takes from in one plan. More would even them out better, and all their assignments are read. */
const GIVERS_FOR_EACH = 10;

/**
 * The agents of a location whose assignments a plan may move, by what each has: those that are not active, those over
 * their budgets, and where a newAgent is to get something, the mostLoaded others. None if no agent is active.
 */
export function rebalanceSources(agents: readonly (PlannedAgent & { load: Load })[]): string[] {
  const active = agents.filter((agent) => agent.active);
  if (active.length === 0) return [];
  const forced = agents.filter((agent) => agent.load.owners > 0 && !(agent.active && isWithinBudget(agent.load)));
  const share = endpointsOf(active) / active.length;
  // What silent agents have is taken over first, and adds to the share.
  const newAgents = active.filter(({ load }) => isNewAgent(load, endpointsOf(agents) / active.length));
  const isAnyIdle = newAgents.some(({ load }) => load.owners === 0);
  const givers = active.filter(({ load }) => load.owners > 1 && (isAnyIdle || load.endpoints > share));
  const mostLoaded = givers
    .toSorted((a, b) => b.load.endpoints - a.load.endpoints)
    .slice(0, GIVERS_FOR_EACH * newAgents.length);
  return [...new Set([...forced, ...mostLoaded].map(({ id }) => id))];
}

function endpointsOf(agents: readonly { load: Load }[]): number {
  return agents.reduce((sum, { load }) => sum + load.endpoints, 0);
}
