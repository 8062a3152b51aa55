import type { Move } from '@farwatch/core/decisions/agents/planner';
import type { AgentState } from '@farwatch/core/documents/agent';
import type { Assignment } from '@farwatch/core/documents/assignment';
import type { Transaction } from 'firebase-admin/firestore';
import { agentStates, agents, assignments } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { releaseOwners } from './release-owners.ts';

const assignmentFields = assignments.pick(
  'agentId',
  'ownerId',
  'generation',
  'live',
  'liveSeq',
  'count',
  'plannedChecks',
);
const stateFields = agentStates.pick('agentSeq', 'abstainingSince', 'lost', 'previousOwners');
const loadFields = agents.pick('registered', 'endpointCount', 'plannedChecks');

/** The agents between which assignments move. */
export type Transfer = Pick<Move, 'from' | 'to'>;

/** An assignment that moved: its owner, and whether one live agent handed it over to another. */
export type Moved = { ownerId: string; handedOver: boolean };

/**
 * Moves assignments from one agent to another, or to none, each under a new generation (docs/assignments.md, Planning),
 * in one transaction that writes both agents' documents once. Late checks of the previous agent are still kept. Returns
 * those that moved: not one that another call has moved, and none if the new agent is gone.
 */
export async function moveAssignments(
  run: Run,
  transfer: Transfer,
  assignmentIds: readonly string[],
): Promise<Moved[]> {
  const refs = assignmentIds.map((id) => assignments.ref(run.db, id));
  return run.db.runTransaction(async (tx) => {
    const found = await assignmentFields.getAll(tx, ...refs);
    const moving = found.flatMap((each, index) => {
      const ref = refs[index];
      return each && ref && each.agentId === transfer.from ? [{ ...each, ref }] : [];
    });
    const [from, to] = await Promise.all([readAgent(run, tx, transfer.from), readAgent(run, tx, transfer.to)]);
    if (moving.length === 0 || (transfer.to !== null && !to?.registered)) return [];
    const isReceiverLive = to !== null && to.state.abstainingSince === null && !to.state.lost;
    for (const { ref, ...each } of moving) {
      const handedOver = isReceiverLive && each.live;
      const next = { agentId: transfer.to, live: isReceiverLive, liveSeq: to?.state.agentSeq ?? 0 };
      const previous = handedOver
        ? { previousGeneration: each.generation, previousLiveSeq: each.liveSeq }
        : { previousGeneration: null, previousLiveSeq: null };
      const generation = each.generation + 1;
      tx.update(ref, assignments.toUpdate({ ...next, ...previous, generation, changedAt: run.nowMs }));
    }
    if (from) takeFrom(run, tx, from, moving);
    if (to) giveTo(run, tx, to, moving);
    return moving.map(({ ownerId, live }) => ({ ownerId, handedOver: isReceiverLive && live }));
  });
}

type AgentLoad = {
  id: string;
  state: Pick<AgentState, 'agentSeq' | 'abstainingSince' | 'lost' | 'previousOwners'>;
  registered: boolean;
  endpointCount: number;
  plannedChecks: number;
};

async function readAgent(run: Run, tx: Transaction, id: string | null): Promise<AgentLoad | null> {
  if (id === null) return null;
  const [[state], [load]] = await Promise.all([
    stateFields.getAll(tx, agentStates.ref(run.db, id)),
    loadFields.getAll(tx, agents.ref(run.db, id)),
  ]);
  return state && load ? { id, state, ...load } : null;
}

/** The moved assignments before the move. */
type Moving = readonly Pick<Assignment, 'ownerId' | 'generation' | 'count' | 'plannedChecks'>[];

function takeFrom(run: Run, tx: Transaction, { id, state, ...load }: AgentLoad, moving: Moving): void {
  tx.update(agentStates.ref(run.db, id), releaseOwners(state, moving, run.nowMs));
  tx.update(agents.ref(run.db, id), agents.toUpdate(changedLoad(load, moving, -1)));
}

function giveTo(run: Run, tx: Transaction, { id, ...load }: AgentLoad, moving: Moving): void {
  const owners = moving.map(({ ownerId, generation }) => [`owners.${ownerId}`, generation + 1]);
  tx.update(agentStates.ref(run.db, id), Object.fromEntries(owners));
  tx.update(agents.ref(run.db, id), agents.toUpdate(changedLoad(load, moving, 1)));
}

/** An agent's load with (1) or without (-1) the moved assignments. */
function changedLoad(load: Pick<AgentLoad, 'endpointCount' | 'plannedChecks'>, moving: Moving, sign: 1 | -1) {
  const sum = (of: (each: Moving[number]) => number) => moving.reduce((total, each) => total + of(each), 0);
  return {
    endpointCount: Math.max(0, load.endpointCount + sign * sum(({ count }) => count)),
    plannedChecks: Math.max(0, load.plannedChecks + sign * sum(({ plannedChecks }) => plannedChecks)),
  };
}
