import { type Move, planAssignments } from '@farwatch/core/decisions/agents/planner';
import { DRAIN } from '@farwatch/core/values/limits';
import type { LocationCode } from '@farwatch/core/values/locations';
import { attemptEach, chunked } from '../db/attempt-each.ts';
import { NO_LEASE, type Renew } from '../db/lease.ts';
import type { Run } from '../db/run.ts';
import { reviewOwner } from '../status/review-owner.ts';
import { type Moved, moveAssignments, type Way } from './move-assignments.ts';
import { readPlan } from './read-plan.ts';
import { type Rechecks, requestRechecks } from './request-rechecks.ts';

/** Assignments that move in one transaction: the fewer at once, the more often both agents' documents are written. */
const MOVES_AT_ONCE = 100;

/**
 * Plans a location again after its agents changed at that time, epoch ms, and carries out the moves. Between live agents
 * the old votes count until the first new ones, since a decision without the location could be a false alarm. Returns
 * the owners whose assignment moved. `retiredId`: an agent there that was reset or deleted just now. `keep` is called
 * before each part of the work.
 */
export async function rebalance(
  run: Run,
  location: LocationCode,
  { changedAtMs = run.nowMs, retiredId, keep = NO_LEASE }: Planning = {},
): Promise<Set<string>> {
  const { known, movable } = await readPlan(run, location, retiredId);
  const owners = new Set<string>();
  const rechecks: Rechecks = new Map();
  const carryOut = async ({ way, ids }: Part): Promise<void> => {
    await keep();
    const moved = await unlessOneOfMany(ids, () => moveAssignments(run, way, ids));
    if (!moved) return attemptEach(ids, (id) => carryOut({ way, ids: [id] }), { what: 'moves' });
    for (const { ownerId } of moved) owners.add(ownerId);
    const unsettled = moved.filter(({ handedOver }) => !handedOver);
    const review = async ({ ownerId }: Moved) => {
      await keep();
      await reviewOwner(run, ownerId, { location, changedAtMs }, rechecks);
    };
    await attemptEach(unsettled, review, { atOnce: DRAIN.ownersAtOnce, what: 'owners' });
  };
  try {
    await attemptEach(byWay(planAssignments(known, movable)), carryOut, { what: 'moves' });
  } finally {
    await requestRechecks(run, rechecks);
  }
  return owners;
}

type Planning = { changedAtMs?: number; retiredId?: string; keep?: Renew };

type Part = { way: Way; ids: string[] };

/** The moves between the same two agents together, as many as one transaction takes. */
function byWay(moves: readonly Move[]): Part[] {
  const ways = Map.groupBy(moves, ({ from, to }) => `${from} ${to}`);
  return [...ways.values()].flatMap((list) =>
    chunked(list, MOVES_AT_ONCE).flatMap((part) => {
      const ids = part.map(({ assignmentId }) => assignmentId);
      return part.slice(0, 1).map((way) => ({ way, ids }));
    }),
  );
}

/** Null where it failed for many, of which one that cannot be moved is to stop no other. */
async function unlessOneOfMany<T>(ids: readonly string[], work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (ids.length === 1) throw error;
    return null;
  }
}
