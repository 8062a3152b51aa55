import { isWithinBudget, type Load, loadOf, minus, NO_LOAD, plus } from './load.ts';

/** An agent of one location, and whether it is active now. */
export type PlannedAgent = { id: string; active: boolean };

/** An assignment of that location: which agent has it and how many endpoints it has. Its id ends in its owner's. */
export type PlannedAssignment = { id: string; agentId: string | null; count: number };

/** An agent to plan for; `otherLoad`: its load from assignments that the plan does not cover. */
export type AgentToPlan = PlannedAgent & { otherLoad?: Load };

export type Move = { assignmentId: string; from: string | null; to: string | null };

type Item = PlannedAssignment & { load: Load };

/** An active agent with its assignments in the plan. */
type LoadedAgent = { id: string; load: Load; items: Item[] };

/** A plan in progress: the active agents, the agent that each assignment has, and all agents that exist. */
type Plan = { active: Map<string, LoadedAgent>; assignedTo: Map<string, string | null>; known: ReadonlySet<string> };

/**
 * Decides which agent gets which assignment (docs/assignments.md, Planning). Assignments stay with an active agent;
 * orphans go to the lowest loaded one with capacity, the largest first; agents far below their share take from those
 * above it. No move exceeds a budget. Another plan after these moves has none, if all assignments were given.
 */
export function planAssignments(agents: readonly AgentToPlan[], assignments: readonly PlannedAssignment[]): Move[] {
  const items = assignments.map((each): Item => ({ ...each, load: loadOf([each.id], each.count) }));
  const largestFirst = items.sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
  const plan = startOf(agents, largestFirst);
  // A round depends only on the current plan, so a round without a move is the last. Each move places an orphan,
  // relieves an agent over its budget or evens two agents out, so the rounds end.
  for (let hasMoved = true; hasMoved; ) {
    hasMoved = [
      placeOrphans(plan, largestFirst),
      relieveOverloaded(plan, largestFirst.toReversed()),
      evenOut(plan),
    ].some(Boolean);
  }
  return assignments.flatMap(({ id, agentId }) => {
    const to = plan.assignedTo.get(id) ?? null;
    return to === agentId ? [] : [{ assignmentId: id, from: agentId, to }];
  });
}

function startOf(agents: readonly AgentToPlan[], items: readonly Item[]): Plan {
  const loaded = agents
    .filter((agent) => agent.active)
    .map(({ id, otherLoad = NO_LOAD }) => ({ id, load: otherLoad, items: [] }));
  const plan: Plan = {
    active: new Map(loaded.sort((a, b) => (a.id < b.id ? -1 : 1)).map((agent) => [agent.id, agent])),
    assignedTo: new Map(),
    known: new Set(agents.map((agent) => agent.id)),
  };
  for (const item of items) {
    plan.assignedTo.set(item.id, item.agentId);
    const agent = plan.active.get(item.agentId ?? '');
    if (agent && item.count > 0) put(agent, item);
  }
  return plan;
}

function put(agent: LoadedAgent, item: Item): void {
  agent.items.push(item);
  agent.load = plus(agent.load, item.load);
}

function give(plan: Plan, item: Item, to: LoadedAgent): void {
  const from = plan.active.get(plan.assignedTo.get(item.id) ?? '');
  if (from) {
    from.items.splice(from.items.indexOf(item), 1);
    from.load = minus(from.load, item.load);
  }
  put(to, item);
  plan.assignedTo.set(item.id, to.id);
}

/** Moves what no active agent has to active ones; without capacity, only a silent agent that exists keeps it. */
function placeOrphans(plan: Plan, largestFirst: readonly Item[]): boolean {
  let hasMoved = false;
  for (const item of largestFirst) {
    const agentId = plan.assignedTo.get(item.id) ?? null;
    if (item.count === 0) plan.assignedTo.set(item.id, null);
    if (item.count === 0 || (agentId !== null && plan.active.has(agentId))) continue;
    const to = leastLoaded(plan, item);
    if (to) give(plan, item, to);
    else if (agentId !== null && !plan.known.has(agentId)) plan.assignedTo.set(item.id, null);
    hasMoved ||= to !== null;
  }
  return hasMoved;
}

/** Moves assignments away from agents over their budget, the smallest first. */
function relieveOverloaded(plan: Plan, smallestFirst: readonly Item[]): boolean {
  let hasMoved = false;
  for (const item of smallestFirst) {
    const from = plan.active.get(plan.assignedTo.get(item.id) ?? '');
    if (!from || item.count === 0 || isWithinBudget(from.load)) continue;
    const to = leastLoaded(plan, item);
    if (to) give(plan, item, to);
    hasMoved ||= to !== null;
  }
  return hasMoved;
}

function leastLoaded({ active }: Plan, item: Item): LoadedAgent | null {
  let best: LoadedAgent | null = null;
  for (const each of active.values()) {
    if (fits(each, item) && (!best || each.load.endpoints < best.load.endpoints)) best = each;
  }
  return best;
}

function fits(agent: LoadedAgent, item: Item): boolean {
  return isWithinBudget(plus(agent.load, item.load));
}

/** Whether an active agent takes over from others: it has nothing, or less than half of the even share of endpoints. */
export function isUnderloaded({ owners, endpoints }: Load, share: number): boolean {
  return owners === 0 || endpoints * 2 < share;
}

/**
 * Underloaded agents take from those above the even share: the lowest loaded first, from the most loaded that has
 * something to give. Every move lowers the higher load of the two.
 */
function evenOut(plan: Plan): boolean {
  const active = [...plan.active.values()];
  const share = active.reduce((sum, { load }) => sum + load.endpoints, 0) / Math.max(active.length, 1);
  const underloaded = active.filter(({ load }) => isUnderloaded(load, share));
  let hasMoved = false;
  for (;;) {
    const transfer = nextTransfer(active, underloaded, share);
    if (!transfer) return hasMoved;
    give(plan, transfer.item, transfer.to);
    hasMoved = true;
  }
}

function nextTransfer(
  active: LoadedAgent[],
  underloaded: LoadedAgent[],
  share: number,
): { item: Item; to: LoadedAgent } | null {
  const mostLoadedFirst = active.toSorted((a, b) => b.load.endpoints - a.load.endpoints);
  for (const to of underloaded.toSorted((a, b) => a.load.endpoints - b.load.endpoints)) {
    for (const from of mostLoadedFirst) {
      const isGiver = to.load.owners === 0 ? from.load.owners > 1 : from.load.endpoints > share;
      const item = isGiver ? bestOf(from, to) : null;
      if (item) return { item, to };
    }
  }
  return null;
}

/** Returns the item whose move lowers the higher of the two loads most, of equals the smallest; null if none does. */
function bestOf(from: LoadedAgent, to: LoadedAgent): Item | null {
  let best: Item | null = null;
  let lowest = from.load.endpoints;
  for (const item of from.items) {
    const higher = Math.max(from.load.endpoints - item.count, to.load.endpoints + item.count);
    const isBetter = higher < lowest || (best !== null && higher === lowest && isBefore(item, best));
    if (!isBetter || !fits(to, item)) continue;
    best = item;
    lowest = higher;
  }
  return best;
}

function isBefore(a: Item, b: Item): boolean {
  return a.count !== b.count ? a.count < b.count : a.id < b.id;
}

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
