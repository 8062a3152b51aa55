import { isWithinBudget, type Load, loadOf, minus, NO_LOAD, plus } from './load.ts';

/** An agent of one location, and whether it is active now. */
export type PlannedAgent = { id: string; active: boolean };

/** An assignment of that location: which agent has it and how many endpoints it has. Its id ends in its owner's. */
export type PlannedAssignment = { id: string; agentId: string | null; count: number };

export type Move = { assignmentId: string; from: string | null; to: string | null };

type Item = PlannedAssignment & { load: Load };

/** An active agent with its assignments in the plan. */
type Holder = { id: string; load: Load; items: Item[] };

/** A plan in progress: the active agents, the holder of each assignment, and all agents that exist. */
type Plan = { holders: Map<string, Holder>; holderOf: Map<string, string | null>; known: ReadonlySet<string> };

/**
 * Which agent gets which assignment (docs/architecture.md, Planning). Assignments stay with an active agent; orphans go
 * to the least loaded one with room, the largest first; agents far below their share take from those above it. No move
 * exceeds a budget. Planning again after the moves gives no further moves.
 */
export function planAssignments(agents: readonly PlannedAgent[], assignments: readonly PlannedAssignment[]): Move[] {
  const items = assignments.map((each): Item => ({ ...each, load: loadOf([each.id], each.count) }));
  const largestFirst = items.sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
  const plan = startOf(agents, largestFirst);
  // A round depends only on who holds what, so after one without a move there are none left. Each move adopts an
  // orphan, lowers an agent that is over budget or evens two agents out, so the rounds end.
  for (let isMoved = true; isMoved; ) {
    isMoved = [adopt(plan, largestFirst), relieve(plan, largestFirst.toReversed()), level(plan)].some(Boolean);
  }
  return assignments.flatMap(({ id, agentId }) => {
    const to = plan.holderOf.get(id) ?? null;
    return to === agentId ? [] : [{ assignmentId: id, from: agentId, to }];
  });
}

function startOf(agents: readonly PlannedAgent[], items: readonly Item[]): Plan {
  const active = agents.filter((agent) => agent.active).map(({ id }) => ({ id, load: NO_LOAD, items: [] }));
  const plan: Plan = {
    holders: new Map(active.sort((a, b) => (a.id < b.id ? -1 : 1)).map((holder) => [holder.id, holder])),
    holderOf: new Map(),
    known: new Set(agents.map((agent) => agent.id)),
  };
  for (const item of items) {
    plan.holderOf.set(item.id, item.agentId);
    const holder = plan.holders.get(item.agentId ?? '');
    if (holder && item.count > 0) put(holder, item);
  }
  return plan;
}

function put(holder: Holder, item: Item): void {
  holder.items.push(item);
  holder.load = plus(holder.load, item.load);
}

function give(plan: Plan, item: Item, to: Holder): void {
  const from = plan.holders.get(plan.holderOf.get(item.id) ?? '');
  if (from) {
    from.items.splice(from.items.indexOf(item), 1);
    from.load = minus(from.load, item.load);
  }
  put(to, item);
  plan.holderOf.set(item.id, to.id);
}

/** Moves what no active agent has to active ones; if none has room, only a silent agent keeps what it has. */
function adopt(plan: Plan, largestFirst: readonly Item[]): boolean {
  let isMoved = false;
  for (const item of largestFirst) {
    const holder = plan.holderOf.get(item.id) ?? null;
    if (item.count === 0) plan.holderOf.set(item.id, null);
    if (item.count === 0 || (holder !== null && plan.holders.has(holder))) continue;
    const to = leastLoaded(plan, item);
    if (to) give(plan, item, to);
    else if (holder !== null && !plan.known.has(holder)) plan.holderOf.set(item.id, null);
    isMoved ||= to !== null;
  }
  return isMoved;
}

/** Takes from agents over their budget what fits elsewhere, the smallest first. */
function relieve(plan: Plan, smallestFirst: readonly Item[]): boolean {
  let isMoved = false;
  for (const item of smallestFirst) {
    const from = plan.holders.get(plan.holderOf.get(item.id) ?? '');
    if (!from || item.count === 0 || isWithinBudget(from.load)) continue;
    const to = leastLoaded(plan, item);
    if (to) give(plan, item, to);
    isMoved ||= to !== null;
  }
  return isMoved;
}

function leastLoaded({ holders }: Plan, item: Item): Holder | null {
  let best: Holder | null = null;
  for (const each of holders.values()) {
    if (fits(each, item) && (!best || each.load.endpoints < best.load.endpoints)) best = each;
  }
  return best;
}

function fits(holder: Holder, item: Item): boolean {
  return isWithinBudget(plus(holder.load, item.load));
}

/**
 * Newcomers, agents with nothing or less than half of the even share, take from those above it: the least loaded
 * newcomer first, from the fullest that has something to give. Every move lowers the fuller of the two.
 */
function level(plan: Plan): boolean {
  const holders = [...plan.holders.values()];
  const share = holders.reduce((sum, { load }) => sum + load.endpoints, 0) / Math.max(holders.length, 1);
  const newcomers = holders.filter(({ items, load }) => items.length === 0 || load.endpoints * 2 < share);
  let isMoved = false;
  for (;;) {
    const transfer = nextTransfer(holders, newcomers, share);
    if (!transfer) return isMoved;
    give(plan, transfer.item, transfer.to);
    isMoved = true;
  }
}

function nextTransfer(holders: Holder[], newcomers: Holder[], share: number): { item: Item; to: Holder } | null {
  const fullestFirst = holders.toSorted((a, b) => b.load.endpoints - a.load.endpoints);
  for (const to of newcomers.toSorted((a, b) => a.load.endpoints - b.load.endpoints)) {
    for (const from of fullestFirst) {
      const isGiver = to.items.length === 0 ? from.items.length > 1 : from.load.endpoints > share;
      const item = isGiver ? bestOf(from, to) : null;
      if (item) return { item, to };
    }
  }
  return null;
}

/** What to move so that the fuller of the two ends lowest, of equals the smallest; null if nothing lowers it. */
function bestOf(from: Holder, to: Holder): Item | null {
  let best: Item | null = null;
  let least = from.load.endpoints;
  for (const item of from.items) {
    const fuller = Math.max(from.load.endpoints - item.count, to.load.endpoints + item.count);
    const isBetter = fuller < least || (best !== null && fuller === least && isBefore(item, best));
    if (!isBetter || !fits(to, item)) continue;
    best = item;
    least = fuller;
  }
  return best;
}

function isBefore(a: Item, b: Item): boolean {
  return a.count !== b.count ? a.count < b.count : a.id < b.id;
}
