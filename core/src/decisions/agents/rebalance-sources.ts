import { isWithinBudget, type Load } from './load.ts';
import { isUnderloaded, type PlannedAgent } from './planner.ts';

/** How many agents an underloaded one takes from in one plan, which reads all their assignments. */
const GIVERS_FOR_EACH = 10;

/** `lacking`: how many of its assignments need a feature that it lacks and another active agent has. */
type Source = PlannedAgent & { load: Load; lacking?: number };

/**
 * Returns the agents of a location whose assignments a plan may move: inactive ones, those over their budgets or without
 * features that assignments need, and for underloaded agents the most loaded ones. None if no agent is active.
 */
export function rebalanceSources(agents: readonly Source[]): string[] {
  const active = agents.filter((agent) => agent.active);
  if (active.length === 0) return [];
  const mustGive = agents.filter(
    ({ active: isActive, load, lacking = 0 }) =>
      load.owners > 0 && !(isActive && isWithinBudget(load) && lacking === 0),
  );
  const share = endpointsOf(active) / active.length;
  // An underloaded agent is measured against the share it will have once inactive agents' work is distributed.
  const underloaded = active.filter(({ load }) => isUnderloaded(load, endpointsOf(agents) / active.length));
  const isAnyIdle = underloaded.some(({ load }) => load.owners === 0);
  const givers = active.filter(({ load }) => load.owners > 1 && (isAnyIdle || load.endpoints > share));
  const mostLoaded = givers
    .toSorted((a, b) => b.load.endpoints - a.load.endpoints)
    .slice(0, GIVERS_FOR_EACH * underloaded.length);
  return [...new Set([...mustGive, ...mostLoaded].map(({ id }) => id))];
}

function endpointsOf(agents: readonly { load: Load }[]): number {
  return agents.reduce((sum, { load }) => sum + load.endpoints, 0);
}

/**
 * Returns the features that an active agent lacks and another active one has, by the agent's id, without agents that
 * lack none.
 */
export function lackedFeatures(agents: readonly PlannedAgent[]): Map<string, string[]> {
  const active = agents.filter((agent) => agent.active);
  const offered = new Set(active.flatMap(({ features = [] }) => features));
  return new Map(
    active.flatMap(({ id, features = [] }) => {
      const lacked = [...offered].filter((each) => !features.includes(each));
      return lacked.length > 0 ? [[id, lacked] as const] : [];
    }),
  );
}
