import { loadOf } from '@farwatch/core/decisions/agents/load';
import { plannedAgents } from '@farwatch/core/decisions/agents/planned-agents';
import { placeAssignment } from '@farwatch/core/decisions/agents/planner';
import type { AssignmentEdit } from '@farwatch/core/decisions/monitors/assignment-edits';
import type { AgentState } from '@farwatch/core/documents/agent';
import { type Assignment, assignmentId } from '@farwatch/core/documents/assignment';
import type { LocationCode } from '@farwatch/core/values/locations';
import { agentStates, agents } from '../../db/collections.ts';
import type { Reader } from '../../db/read-then-write.ts';
import type { Run } from '../../db/run.ts';

const activityFields = agents.pick('registered', 'lost', 'lastReportAt', 'abstainingSince', 'endpointCount');
const loadField = agents.pick('endpointCount');
const stateFields = agentStates.pick('agentSeq', 'abstainingSince', 'lost', 'owners');
const previousField = agentStates.pick('previousOwners');

/** The agent of an assignment; `agentId` is null for none. */
type Assignee = Pick<Assignment, 'agentId' | 'generation' | 'live' | 'liveSeq' | 'previousGeneration'>;

/**
 * An edit of an assignment with its agent. `isTaken`: the agent did not have it before. `agent` is null for none or a
 * deleted one. `releasedState`: set if the agent gives it up because no endpoint is left.
 */
export type AssignmentTarget = {
  location: LocationCode;
  edit: AssignmentEdit;
  before: Assignment | null;
  count: number;
  assignee: Assignee;
  isTaken: boolean;
  agent: { id: string; endpointCount: number } | null;
  releasedState: Pick<AgentState, 'previousOwners'> | null;
};

/** Reads what writing an edit needs: the assignment's agent, or the agent to give it to. */
export async function readTarget(
  run: Run,
  reader: Reader,
  { ownerId, location }: { ownerId: string; location: LocationCode },
  edit: AssignmentEdit,
  before: Assignment | null,
): Promise<AssignmentTarget> {
  const ids = new Set([...Object.keys(before?.endpoints ?? {}), ...Object.keys(edit.put)]);
  for (const id of edit.remove) ids.delete(id);
  const edited = { location, edit, before, count: ids.size };
  if (before && before.agentId !== null) {
    const current = await readAssignee(run, reader, { ...before, agentId: before.agentId }, ids.size);
    return { ...edited, ...current, isTaken: false };
  }
  const generation = (before?.generation ?? 0) + 1;
  const found = await findAgent(run, reader, location, { id: assignmentId(location, ownerId), count: ids.size });
  if (!found) {
    const unassigned = {
      agentId: null,
      generation: before?.generation ?? 1,
      live: false,
      liveSeq: before?.liveSeq ?? 0,
      previousGeneration: null,
    };
    return { ...edited, assignee: unassigned, isTaken: false, agent: null, releasedState: null };
  }
  const { id, live, agentSeq, endpointCount } = found;
  const assignee = { agentId: id, generation, live, liveSeq: agentSeq, previousGeneration: null };
  const agent = { id, endpointCount: endpointCount + ids.size };
  return { ...edited, assignee, isTaken: true, agent, releasedState: null };
}

/** The agent of an assignment that will have `count` endpoints; with 0 the agent gives it up. */
async function readAssignee(
  run: Run,
  reader: Reader,
  before: Assignment & { agentId: string },
  count: number,
): Promise<Pick<AssignmentTarget, 'assignee' | 'agent' | 'releasedState'>> {
  const { agentId } = before;
  const [load] = await loadField.getAll(reader, agents.ref(run.db, agentId));
  const agent = load ? { id: agentId, endpointCount: Math.max(0, load.endpointCount + count - before.count) } : null;
  if (count > 0) return { assignee: before, agent, releasedState: null };
  const [state] = await previousField.getAll(reader, agentStates.ref(run.db, agentId));
  return {
    assignee: { agentId: null, generation: before.generation + 1, live: false, liveSeq: 0, previousGeneration: null },
    agent,
    releasedState: agent && state ? state : null,
  };
}

type Found = { id: string; endpointCount: number; live: boolean; agentSeq: number };

async function findAgent(
  run: Run,
  reader: Reader,
  location: LocationCode,
  assignment: { id: string; count: number },
): Promise<Found | null> {
  const registered = agents.collection(run.db).where('location', '==', location).where('registered', '==', true);
  const known = await activityFields.find(registered, reader);
  const active = plannedAgents(
    known.filter((agent) => !agent.lost),
    run.nowMs,
  ).filter((agent) => agent.active);
  if (active.length === 0) return null;
  const refs = active.map(({ id }) => agentStates.ref(run.db, id));
  const states = (await reader.getAll(...refs, { fieldMask: stateFields.names })).map(stateFields.readIfValid);
  const candidates = active.flatMap(({ id }, index) => {
    const state = states[index];
    if (!state) return [];
    const { agentSeq, abstainingSince, lost, owners } = state;
    const endpointCount = known.find((agent) => agent.id === id)?.endpointCount ?? 0;
    const load = loadOf(Object.keys(owners), endpointCount);
    return [{ id, active: true, load, endpointCount, live: abstainingSince === null && !lost, agentSeq }];
  });
  const chosen = placeAssignment(candidates, assignment);
  return candidates.find(({ id }) => id === chosen) ?? null;
}
