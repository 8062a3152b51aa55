import { loadOf } from '@farwatch/core/decisions/agents/load';
import { plannedAgents } from '@farwatch/core/decisions/agents/planned-agents';
import { placeAssignment } from '@farwatch/core/decisions/agents/planner';
import type { AssignmentEdit } from '@farwatch/core/decisions/monitors/assignment-edits';
import {
  type AssignmentSize,
  assignmentSize,
  endpointsAfter,
  isTooLarge,
  largestCheck,
} from '@farwatch/core/decisions/monitors/assignment-size';
import { type AccountPlan, isOverBudget } from '@farwatch/core/decisions/monitors/check-budget';
import type { Agent, AgentState } from '@farwatch/core/documents/agent';
import { type Assignment, assignmentId } from '@farwatch/core/documents/assignment';
import { type LocationCode, locationName } from '@farwatch/core/values/locations';
import { agentStates, agents } from '../../platform/db/collections.ts';
import type { Reader } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { ApiError, fieldError } from '../../platform/http/errors.ts';

const activityFields = agents.pick(
  'registered',
  'lost',
  'lastReportAt',
  'abstainingSince',
  'endpointCount',
  'plannedChecks',
  'device',
);
const loadField = agents.pick('endpointCount', 'plannedChecks');
const stateFields = agentStates.pick('agentSeq', 'abstainingSince', 'lost', 'owners');
const previousField = agentStates.pick('previousOwners');

/** The agent of an assignment; `agentId` is null for none. */
type Assignee = Pick<Assignment, 'agentId' | 'generation' | 'live' | 'liveSeq' | 'previousGeneration'>;

/** An agent's load in its document, after the edit. */
type AgentLoad = Pick<Agent, 'endpointCount' | 'plannedChecks'>;

/**
 * An edit of an assignment with its agent. `size`: of all its endpoints after the edit. `isTaken`: the agent did not
 * have it before. `agent` is null for none or a deleted one. `releasedState`: set if the agent gives it up because no
 * endpoint is left.
 */
export type AssignmentTarget = {
  location: LocationCode;
  edit: AssignmentEdit;
  before: Assignment | null;
  size: AssignmentSize;
  assignee: Assignee;
  isTaken: boolean;
  agent: (AgentLoad & { id: string }) | null;
  releasedState: Pick<AgentState, 'previousOwners'> | null;
};

type Owner = { id: string } & AccountPlan;

/**
 * Reads what writing an edit needs: the assignment's agent, or the agent to give it to. Throws ApiError if the edit
 * plans too many checks (too_many_checks_planned) or makes them too large (check_too_large). `pathOf`: where the request
 * has an endpoint; null if it does not have it.
 */
export async function readTarget(
  run: Run,
  reader: Reader,
  { owner, location }: { owner: Owner; location: LocationCode },
  edit: AssignmentEdit,
  before: Assignment | null,
  pathOf: (endpointId: string) => string | null = () => null,
): Promise<AssignmentTarget> {
  const endpoints = endpointsAfter(before?.endpoints ?? {}, edit);
  const size = assignmentSize(endpoints, owner.intervalSec);
  if (isOverBudget(size.plannedChecks, before?.plannedChecks ?? 0, owner.maxChecks))
    throw overBudget(location, size.plannedChecks, owner.maxChecks);
  if (isTooLarge(before?.endpoints ?? {}, endpoints)) throw tooLarge(edit, pathOf);
  const edited = { location, edit, before, size };
  if (before && before.agentId !== null) {
    const current = await readAssignee(run, reader, { ...before, agentId: before.agentId }, size);
    return { ...edited, ...current, isTaken: false };
  }
  const generation = (before?.generation ?? 0) + 1;
  const found = await findAgent(run, reader, location, { id: assignmentId(location, owner.id), ...size });
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
  const { id, live, agentSeq } = found;
  const assignee = { agentId: id, generation, live, liveSeq: agentSeq, previousGeneration: null };
  return { ...edited, assignee, isTaken: true, agent: { id, ...changedLoad(found, null, size) }, releasedState: null };
}

/** The error of checks that are too large, at the largest part of what the edit adds. */
function tooLarge({ put }: AssignmentEdit, pathOf: (endpointId: string) => string | null): ApiError {
  const largest = largestCheck(put);
  const path = largest && pathOf(largest.id);
  if (!largest || path === null) return new ApiError('check_too_large');
  return fieldError(`${path}.check.${largest.option}`, 'the largest of the checks', 'check_too_large');
}

/** The error of an edit or an interval that plans too many checks at a location. */
export function overBudget(location: LocationCode, planned: number, maxChecks: number): ApiError {
  const details = `${locationName(location)}: ${planned} of ${maxChecks} checks in ten minutes`;
  return new ApiError('too_many_checks_planned', { details });
}

/** An agent's load once one of its assignments has another size; `before` is null for one that it did not have. */
export function changedLoad(load: AgentLoad, before: AssignmentSize | null, after: AssignmentSize): AgentLoad {
  return {
    endpointCount: Math.max(0, load.endpointCount + after.count - (before?.count ?? 0)),
    plannedChecks: Math.max(0, load.plannedChecks + after.plannedChecks - (before?.plannedChecks ?? 0)),
  };
}

/** The agent of an assignment that will have this size; without endpoints the agent gives it up. */
async function readAssignee(
  run: Run,
  reader: Reader,
  before: Assignment & { agentId: string },
  size: AssignmentSize,
): Promise<Pick<AssignmentTarget, 'assignee' | 'agent' | 'releasedState'>> {
  const { agentId } = before;
  const [load] = await loadField.getAll(reader, agents.ref(run.db, agentId));
  const agent = load ? { id: agentId, ...changedLoad(load, before, size) } : null;
  if (size.count > 0) return { assignee: before, agent, releasedState: null };
  const [state] = await previousField.getAll(reader, agentStates.ref(run.db, agentId));
  return {
    assignee: { agentId: null, generation: before.generation + 1, live: false, liveSeq: 0, previousGeneration: null },
    agent,
    releasedState: agent && state ? state : null,
  };
}

type Found = AgentLoad & { id: string; live: boolean; agentSeq: number };

async function findAgent(
  run: Run,
  reader: Reader,
  location: LocationCode,
  assignment: AssignmentSize & { id: string },
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
  const candidates = active.flatMap((agent, index) => {
    const state = states[index];
    if (!state) return [];
    const { agentSeq, abstainingSince, lost, owners } = state;
    const { endpointCount = 0, plannedChecks = 0 } = known.find(({ id }) => id === agent.id) ?? {};
    const load = loadOf(Object.keys(owners), endpointCount, plannedChecks);
    return [{ ...agent, load, endpointCount, plannedChecks, live: abstainingSince === null && !lost, agentSeq }];
  });
  const chosen = placeAssignment(candidates, assignment);
  return candidates.find(({ id }) => id === chosen) ?? null;
}
