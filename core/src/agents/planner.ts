import { LIMITS } from '../limits.ts';

/** An agent of one location, and whether it is active now. */
export type PlannedAgent = { id: string; active: boolean };

/** An assignment of that location: who holds it and how many endpoints it has. */
export type PlannedAssignment = { id: string; agentId: string | null; count: number };

export type Move = { assignmentId: string; from: string | null; to: string | null };

/**
 * Who shall hold what (design 4). Assignments stay where their agent is active; orphans go to the least loaded active
 * agent with room, the largest first; an active agent far below its share takes only the excess of others. Where no agent is
 * active an assignment waits with its silent agent, so that its late results still count as its own, and is null only
 * when that agent is gone. Beyond 5,000 endpoints an agent assignments stay null.
 */
export function planAssignments(agents: readonly PlannedAgent[], assignments: readonly PlannedAssignment[]): Move[] {
  const active = agents.filter((agent) => agent.active);
  const known = new Set(agents.map((agent) => agent.id));
  const load = new Map(active.map((agent) => [agent.id, 0]));
  const orphans: PlannedAssignment[] = [];
  for (const each of assignments) {
    const held = each.agentId === null ? undefined : load.get(each.agentId);
    if (each.agentId === null || held === undefined) orphans.push(each);
    else load.set(each.agentId, held + each.count);
  }
  const adopted = orphans.sort(bySizeThenId).flatMap((orphan) => adopt(orphan, load, known));
  return [...adopted, ...level(assignments, load)];
}

function adopt(orphan: PlannedAssignment, load: Map<string, number>, known: Set<string>): Move[] {
  const from = orphan.agentId;
  const to = leastLoaded(load, orphan.count);
  if (to !== null) {
    load.set(to, (load.get(to) ?? 0) + orphan.count);
    return [{ assignmentId: orphan.id, from, to }];
  }
  return from === null || known.has(from) ? [] : [{ assignmentId: orphan.id, from, to: null }];
}

function leastLoaded(load: Map<string, number>, count: number): string | null {
  const fitting = [...load].filter(([, held]) => held + count <= LIMITS.endpointsPerAgent);
  const [best] = fitting.sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  return best ? best[0] : null;
}

/** Moves to agents with less than half of the even share, from those above it: what a newcomer takes over, and no more. */
function level(assignments: readonly PlannedAssignment[], load: Map<string, number>): Move[] {
  const share = Math.ceil([...load.values()].reduce((sum, each) => sum + each, 0) / Math.max(load.size, 1));
  const movable = [...assignments].filter((each) => each.count > 0).sort(bySizeThenId);
  const newcomers = [...load.keys()].filter((id) => (load.get(id) ?? 0) * 2 < share).sort();
  const moved = new Set<string>();
  return newcomers.flatMap((to) =>
    movable.flatMap((each) => {
      const from = each.agentId;
      const held = from === null ? undefined : load.get(from);
      const gained = (load.get(to) ?? 0) + each.count;
      if (from === null || held === undefined || from === to || moved.has(each.id)) return [];
      if (gained > share || held - each.count < gained) return [];
      moved.add(each.id);
      load.set(from, held - each.count).set(to, gained);
      return [{ assignmentId: each.id, from, to }];
    }),
  );
}

function bySizeThenId(a: PlannedAssignment, b: PlannedAssignment): number {
  return b.count - a.count || (a.id < b.id ? -1 : 1);
}
