import { type Move, planAssignments } from '@farwatch/core/decisions/agents/planner';
import { DRAIN } from '@farwatch/core/values/limits';
import type { LocationCode } from '@farwatch/core/values/locations';
import { attemptEach, splitIntoChunks } from '../../platform/db/attempt-each.ts';
import { NO_LEASE, type Renew } from '../../platform/db/lease.ts';
import type { Run } from '../../platform/db/run.ts';
import { type Moved, moveAssignments, type Transfer } from '../agents/move-assignments.ts';
import { readPlan } from '../agents/read-plan.ts';
import { type Rechecks, requestRechecks } from '../agents/request-rechecks.ts';
import { reviewOwner } from './review-owner.ts';

/** Assignments per transaction: each transaction writes both agents' documents. */
const MOVES_AT_ONCE = 100;

/**
 * Plans a location again after its agents changed and carries out the moves. Between live agents the old votes count
 * until the first new ones, since a decision without the location could be a false alarm. Returns the owners whose
 * assignment moved. `retiredId`: an agent there that has just been reset or deleted. `keep` renews the lease.
 */
export async function rebalance(
  run: Run,
  location: LocationCode,
  { changedAtMs = run.nowMs, retiredId, keep = NO_LEASE }: Planning = {},
): Promise<Set<string>> {
  const { known, movable } = await readPlan(run, location, retiredId);
  const owners = new Set<string>();
  const rechecks: Rechecks = new Map();
  const carryOut = async ({ transfer, ids }: Part): Promise<void> => {
    await keep();
    const moved = await nullIfSeveralFail(ids, () => moveAssignments(run, transfer, ids));
    if (!moved) return attemptEach(ids, (id) => carryOut({ transfer, ids: [id] }), { what: 'moves' });
    for (const { ownerId } of moved) owners.add(ownerId);
    const toReview = moved.filter(({ handedOver }) => !handedOver);
    const review = async ({ ownerId }: Moved) => {
      await keep();
      await reviewOwner(run, ownerId, { location, changedAtMs }, rechecks);
    };
    await attemptEach(toReview, review, { atOnce: DRAIN.ownersAtOnce, what: 'owners' });
  };
  try {
    await attemptEach(groupByTransfer(planAssignments(known, movable)), carryOut, { what: 'moves' });
  } finally {
    await requestRechecks(run, rechecks);
  }
  return owners;
}

type Planning = { changedAtMs?: number; retiredId?: string; keep?: Renew };

type Part = { transfer: Transfer; ids: string[] };

/**
 * Groups the moves in a row between the same two agents, at most as many as one transaction takes. They keep their order,
 * in which no agent exceeds its budgets.
 */
function groupByTransfer(moves: readonly Move[]): Part[] {
  const transfers: Move[][] = [];
  for (const move of moves) {
    const last = transfers.at(-1);
    const isSame = last?.[0]?.from === move.from && last[0].to === move.to;
    if (last && isSame) last.push(move);
    else transfers.push([move]);
  }
  return transfers.flatMap((list) =>
    splitIntoChunks(list, MOVES_AT_ONCE).flatMap((part) => {
      const ids = part.map(({ assignmentId }) => assignmentId);
      return part.slice(0, 1).map((transfer) => ({ transfer, ids }));
    }),
  );
}

/** Returns null if the work fails for several ids, so that each is retried alone; throws the error of a single one. */
async function nullIfSeveralFail<T>(ids: readonly string[], work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (ids.length === 1) throw error;
    return null;
  }
}
