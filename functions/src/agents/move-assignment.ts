import type { Move } from '@farwatch/core/agents/planner';
import type { AgentState } from '@farwatch/core/documents/agent';
import type { Transaction } from 'firebase-admin/firestore';
import { agentStates, agents, assignments } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { lettingGo } from './letting-go.ts';

const assignmentFields = assignments.pick('agentId', 'ownerId', 'generation', 'live', 'liveSeq', 'count');
const stateFields = agentStates.pick('agentSeq', 'abstainingSince', 'lost', 'formerOwners');
const loadFields = agents.pick('joined', 'endpointCount');

type Change = { ownerId: string; count: number; generation: number };

/**
 * Moves an assignment from one agent to another, or to none, under a new generation (docs/architecture.md, Planning).
 * Late checks of the former agent are still kept. Returns the owner and whether one live agent handed over to another,
 * or null if somebody was faster or the new agent is gone.
 */
export async function moveAssignment(run: Run, move: Move): Promise<{ ownerId: string; handedOver: boolean } | null> {
  return run.db.runTransaction(async (tx) => {
    const ref = assignments.ref(run.db, move.assignmentId);
    const [assignment] = await assignmentFields.getAll(tx, ref);
    if (assignment?.agentId !== move.from) return null;
    const change = { ownerId: assignment.ownerId, count: assignment.count, generation: assignment.generation + 1 };
    const [from, to] = await Promise.all([readAgent(run, tx, move.from), readAgent(run, tx, move.to)]);
    if (move.to !== null && !to?.joined) return null;
    const live = to !== null && to.state.abstainingSince === null && !to.state.lost;
    const handedOver = live && assignment.live;
    const next = { agentId: move.to, generation: change.generation, live, liveSeq: to?.state.agentSeq ?? 0 };
    const former = handedOver
      ? { formerGeneration: assignment.generation, formerLiveSeq: assignment.liveSeq }
      : { formerGeneration: null, formerLiveSeq: null };
    tx.update(ref, assignments.part({ ...next, ...former, changedAt: run.nowMs }));
    if (from) takeFrom(run, tx, from, change, assignment.generation);
    if (to) giveTo(run, tx, to, change);
    return { ownerId: assignment.ownerId, handedOver };
  });
}

type AgentLoad = {
  id: string;
  state: Pick<AgentState, 'agentSeq' | 'abstainingSince' | 'lost' | 'formerOwners'>;
  joined: boolean;
  endpointCount: number;
};

async function readAgent(run: Run, tx: Transaction, id: string | null): Promise<AgentLoad | null> {
  if (id === null) return null;
  const [[state], [load]] = await Promise.all([
    stateFields.getAll(tx, agentStates.ref(run.db, id)),
    loadFields.getAll(tx, agents.ref(run.db, id)),
  ]);
  return state && load ? { id, state, ...load } : null;
}

function takeFrom(
  run: Run,
  tx: Transaction,
  { id, state, endpointCount }: AgentLoad,
  change: Change,
  generation: number,
): void {
  tx.update(agentStates.ref(run.db, id), lettingGo(state, { ownerId: change.ownerId, generation }, run.nowMs));
  tx.update(agents.ref(run.db, id), { endpointCount: Math.max(0, endpointCount - change.count) });
}

function giveTo(
  run: Run,
  tx: Transaction,
  { id, endpointCount }: AgentLoad,
  { ownerId, count, generation }: Change,
): void {
  tx.update(agentStates.ref(run.db, id), { [`owners.${ownerId}`]: generation });
  tx.update(agents.ref(run.db, id), { endpointCount: endpointCount + count });
}
