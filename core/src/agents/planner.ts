import { LIMITS } from '../limits.ts';

/** An agent of one location, and whether it is active now. */
export type PlannedAgent = { id: string; active: boolean };

/** An assignment of that location: who holds it and how many endpoints it has. */
export type PlannedAssignment = { id: string; agentId: string | null; count: number };

export type Move = { assignmentId: string; from: string | null; to: string | null };

/** A plan in the making: who holds each assignment, and the endpoints that each active agent has by it. */
type Plan = { holders: Map<string, string | null>; loads: Map<string, number> };

/**
 * Who shall hold what (design 4). Assignments stay where their agent is active; orphans go to the least loaded active
 * agent with room, the largest first; an active agent far below its share takes only the excess of others. Where no agent
 * is active or has room an assignment waits with its silent agent, so that its late results still count as its own, and is null
 * only when that agent is gone. No move brings an agent over 5,000 endpoints; one that grew over them gives away what
 * others have room for. Once its moves are made, the same plan asks for none.
 */
export function planAssignments(agents: readonly PlannedAgent[], assignments: readonly PlannedAssignment[]): Move[] {
  const plan = startOf(agents, assignments);
  const largestFirst = [...assignments].sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
  adopt(plan, largestFirst, new Set(agents.map((agent) => agent.id)));
  relieve(plan, largestFirst.toReversed());
  level(plan, largestFirst);
  return assignments.flatMap(({ id, agentId }) => {
    const to = plan.holders.get(id) ?? null;
    return to === agentId ? [] : [{ assignmentId: id, from: agentId, to }];
  });
}

function startOf(agents: readonly PlannedAgent[], assignments: readonly PlannedAssignment[]): Plan {
  const loads = new Map(agents.filter((agent) => agent.active).map((agent) => [agent.id, 0]));
  for (const { agentId, count } of assignments) {
    const load = agentId === null ? undefined : loads.get(agentId);
    if (agentId !== null && load !== undefined) loads.set(agentId, load + count);
  }
  return { holders: new Map(assignments.map((each) => [each.id, each.agentId])), loads };
}

function give({ holders, loads }: Plan, { id, count }: PlannedAssignment, to: string): void {
  const from = holders.get(id) ?? null;
  const load = from === null ? undefined : loads.get(from);
  if (from !== null && load !== undefined) loads.set(from, load - count);
  loads.set(to, (loads.get(to) ?? 0) + count);
  holders.set(id, to);
}

/** Gives what no active agent holds to those that are; where none has room, only what a silent agent holds stays held. */
function adopt(plan: Plan, largestFirst: readonly PlannedAssignment[], known: ReadonlySet<string>): void {
  for (const each of largestFirst) {
    if (each.agentId !== null && plan.loads.has(each.agentId)) continue;
    const to = leastLoaded(plan, each.count);
    if (to !== null) give(plan, each, to);
    else if (each.agentId !== null && !known.has(each.agentId)) plan.holders.set(each.id, null);
  }
}

/** Takes from agents that have more than they may, the smallest first, what fits elsewhere. */
function relieve(plan: Plan, smallestFirst: readonly PlannedAssignment[]): void {
  for (const each of smallestFirst) {
    const from = plan.holders.get(each.id) ?? null;
    if (from === null || (plan.loads.get(from) ?? 0) <= LIMITS.endpointsPerAgent || each.count === 0) continue;
    const to = leastLoaded(plan, each.count);
    if (to !== null) give(plan, each, to);
  }
}

function leastLoaded({ loads }: Plan, count: number): string | null {
  const fitting = [...loads].filter(([, load]) => load + count <= LIMITS.endpointsPerAgent);
  const [best] = fitting.sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  return best ? best[0] : null;
}

/**
 * Moves to agents with less than half of the even share, from those above it: what a newcomer takes over, and no more.
 * A giver keeps at least as much as the taker gets, so nothing is ever moved back.
 */
function level(plan: Plan, largestFirst: readonly PlannedAssignment[]): void {
  const total = [...plan.loads.values()].reduce((sum, load) => sum + load, 0);
  const share = Math.ceil(total / Math.max(plan.loads.size, 1));
  const most = Math.min(share, LIMITS.endpointsPerAgent);
  const newcomers = [...plan.loads].filter(([, load]) => load * 2 < share).map(([id]) => id);
  for (const to of newcomers.sort()) {
    for (const each of largestFirst) {
      const held = plan.loads.get(plan.holders.get(each.id) ?? '') ?? 0;
      const gained = (plan.loads.get(to) ?? 0) + each.count;
      if (each.count > 0 && held > share && gained <= most && held - each.count >= gained) give(plan, each, to);
    }
  }
}
