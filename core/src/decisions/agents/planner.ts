import { hasFeatures } from '../../values/check-features.ts';
import { isWithinBudget, type Load, loadOf, minus, NO_LOAD, plus } from './load.ts';

/** An agent of one location, whether it is active now, and what its program can do (`check-features.ts`). */
export type PlannedAgent = { id: string; active: boolean; features?: readonly string[] | undefined };

/**
 * An assignment of that location: which agent has it, how many endpoints and planned checks it has, and the features
 * that these need. Its id ends in its owner's.
 */
export type PlannedAssignment = {
  id: string;
  agentId: string | null;
  count: number;
  plannedChecks: number;
  features: readonly string[];
};

/** An agent to plan for; `otherLoad`: its load from assignments that the plan does not cover. */
export type AgentToPlan = PlannedAgent & { otherLoad?: Load };

export type Move = { assignmentId: string; from: string | null; to: string | null };

type Item = PlannedAssignment & { load: Load };

/** An active agent with its assignments in the plan. */
type LoadedAgent = Pick<PlannedAgent, 'id' | 'features'> & { load: Load; items: Item[] };

/**
 * A plan in progress: the active agents, the agent that each assignment has, all agents that exist, and the moves so far,
 * of which none exceeded a budget.
 */
type Plan = {
  active: Map<string, LoadedAgent>;
  assignedTo: Map<string, string | null>;
  known: ReadonlySet<string>;
  steps: Move[];
};

/**
 * Decides which agent gets which assignment (docs/assignments.md, Planning). Assignments stay with an active agent;
 * orphans go to the lowest loaded one with capacity, the largest first; one whose agent lacks a feature goes to an agent
 * that has it; agents far below their share take from those above it. Moves that are carried out in their order never
 * exceed a budget in between; those between the same two agents follow each other where possible. Another plan after
 * these moves has none, if all assignments were given.
 */
export function planAssignments(agents: readonly AgentToPlan[], assignments: readonly PlannedAssignment[]): Move[] {
  const items = assignments.map((each): Item => ({ ...each, load: loadOf([each.id], each.count, each.plannedChecks) }));
  const largestFirst = items.sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
  const plan = startOf(agents, largestFirst);
  // A round depends only on the current plan, so a round without a move is the last. Each move places an orphan,
  // relieves an agent over its budget, finds an agent with the features or evens two agents out without taking any from
  // their assignments, so the rounds end.
  for (let hasMoved = true; hasMoved; ) {
    hasMoved = [
      placeOrphans(plan, largestFirst),
      relieveOverloaded(plan, largestFirst.toReversed()),
      findFeatures(plan, largestFirst),
      evenOut(plan),
    ].some(Boolean);
  }
  const moves = assignments.flatMap(({ id, agentId }) => {
    const to = plan.assignedTo.get(id) ?? null;
    return to === agentId ? [] : [{ assignmentId: id, from: agentId, to }];
  });
  // Agents that only exchange assignments may have no room for the first one without the detours of the plan.
  return inOrder(startOf(agents, largestFirst), largestFirst, moves) ?? plan.steps;
}

/** Orders moves so that each is within the budget of its agent when its turn comes; null if there is no such order. */
function inOrder({ active }: Plan, items: readonly Item[], moves: readonly Move[]): Move[] | null {
  const loads = new Map([...active].map(([id, { load }]) => [id, load]));
  const loadOfItem = new Map(items.map(({ id, count, load }) => [id, count > 0 ? load : NO_LOAD]));
  const ordered: Move[] = [];
  let transfers = [...Map.groupBy(moves, ({ from, to }) => `${from} ${to}`).values()];
  while (transfers.length > 0) {
    const before = ordered.length;
    transfers = transfers.flatMap((transfer) => {
      const waiting = transfer.filter((move) => {
        const load = loadOfItem.get(move.assignmentId) ?? NO_LOAD;
        const [from, to] = [loads.get(move.from ?? ''), loads.get(move.to ?? '')];
        if (to && !isWithinBudget(plus(to, load))) return true;
        if (to) loads.set(move.to ?? '', plus(to, load));
        if (from) loads.set(move.from ?? '', minus(from, load));
        ordered.push(move);
        return false;
      });
      return waiting.length > 0 ? [waiting] : [];
    });
    if (ordered.length === before) return null;
  }
  return ordered;
}

function startOf(agents: readonly AgentToPlan[], items: readonly Item[]): Plan {
  const loaded = agents
    .filter((agent) => agent.active)
    .map(({ id, features, otherLoad = NO_LOAD }) => ({ id, features, load: otherLoad, items: [] }));
  const plan: Plan = {
    active: new Map(loaded.sort((a, b) => (a.id < b.id ? -1 : 1)).map((agent) => [agent.id, agent])),
    assignedTo: new Map(),
    known: new Set(agents.map((agent) => agent.id)),
    steps: [],
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
  assign(plan, item, to.id);
}

function assign({ assignedTo, steps }: Plan, { id }: Item, to: string | null): void {
  const from = assignedTo.get(id) ?? null;
  if (from !== to) steps.push({ assignmentId: id, from, to });
  assignedTo.set(id, to);
}

/** Moves what no active agent has to active ones; without capacity, only a silent agent that exists keeps it. */
function placeOrphans(plan: Plan, largestFirst: readonly Item[]): boolean {
  let hasMoved = false;
  for (const item of largestFirst) {
    const agentId = plan.assignedTo.get(item.id) ?? null;
    if (item.count === 0) assign(plan, item, null);
    if (item.count === 0 || (agentId !== null && plan.active.has(agentId))) continue;
    const to = leastLoaded(plan, item);
    if (to) give(plan, item, to);
    else if (agentId !== null && !plan.known.has(agentId)) assign(plan, item, null);
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

/** Moves assignments whose agent lacks a feature to agents that have all. */
function findFeatures(plan: Plan, items: readonly Item[]): boolean {
  let hasMoved = false;
  for (const item of items) {
    const from = plan.active.get(plan.assignedTo.get(item.id) ?? '');
    if (!from || item.count === 0 || canCheck(from, item)) continue;
    const to = leastLoaded(plan, item);
    if (!to || !canCheck(to, item)) continue;
    give(plan, item, to);
    hasMoved = true;
  }
  return hasMoved;
}

function canCheck({ features }: Pick<PlannedAgent, 'features'>, item: Pick<PlannedAssignment, 'features'>): boolean {
  return hasFeatures(features, item.features);
}

/** The least loaded agent with capacity; one without the features only if no other has capacity. */
function leastLoaded({ active }: Plan, item: Item): LoadedAgent | null {
  let best: LoadedAgent | null = null;
  for (const each of active.values()) {
    if (fits(each, item) && (!best || isBetterFor(item, each, best))) best = each;
  }
  return best;
}

type Candidate = Pick<PlannedAgent, 'features'> & { load: Load };

function isBetterFor(item: Pick<PlannedAssignment, 'features'>, a: Candidate, b: Candidate): boolean {
  if (canCheck(a, item) !== canCheck(b, item)) return canCheck(a, item);
  return a.load.endpoints < b.load.endpoints;
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
    if (!isBetter || !fits(to, item) || (canCheck(from, item) && !canCheck(to, item))) continue;
    best = item;
    lowest = higher;
  }
  return best;
}

function isBefore(a: Item, b: Item): boolean {
  return a.count !== b.count ? a.count < b.count : a.id < b.id;
}

/**
 * Returns the agent for a new assignment: the least loaded active one within its budgets, as the planner would choose.
 * Null if none is active or has capacity, and for an assignment without endpoints.
 */
export function placeAssignment(
  agents: readonly (PlannedAgent & { load: Load })[],
  assignment: Omit<PlannedAssignment, 'agentId'>,
): string | null {
  if (assignment.count === 0) return null;
  const load = loadOf([assignment.id], assignment.count, assignment.plannedChecks);
  const fitting = agents.filter((agent) => agent.active && isWithinBudget(plus(agent.load, load)));
  const byId = fitting.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const best = byId.reduce<(Candidate & { id: string }) | null>(
    (found, each) => (!found || isBetterFor(assignment, each, found) ? each : found),
    null,
  );
  return best?.id ?? null;
}
