import { plannedAgents } from '@farwatch/core/agents/planned-agents';
import { type Move, type PlannedAgent, type PlannedAssignment, planAssignments } from '@farwatch/core/agents/planner';
import type { LocationCode } from '@farwatch/core/locations';
import { attemptEach } from '../db/attempt-each.ts';
import { agents, assignments } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { reviewOwner } from '../status/review-owner.ts';
import { moveAssignment } from './move-assignment.ts';
import { type Wanted, wantAnew } from './want-anew.ts';

const activityFields = agents.pick('joined', 'lastReportAt', 'abstainingSince');
const sizeFields = assignments.pick('agentId', 'count');

/**
 * Plans a location again after its agents changed at that time, epoch ms, and carries out the moves. Between live agents
 * the old votes count until the first new ones, since a decision without the location could be a false alarm. Returns
 * the owners whose assignment moved.
 */
export async function rebalance(run: Run, location: LocationCode, changedAtMs = run.nowMs): Promise<Set<string>> {
  const [joined, sizes] = await Promise.all([joinedAgents(run, location), assignmentSizes(run, location)]);
  const owners = new Set<string>();
  const wanted: Wanted = new Map();
  const carryOut = async (move: Move) => {
    const moved = await moveAssignment(run, move);
    if (!moved) return;
    owners.add(moved.ownerId);
    if (!moved.handedOver) await reviewOwner(run, moved.ownerId, { location, changedAtMs }, wanted);
  };
  try {
    await attemptEach(planAssignments(joined, sizes), carryOut, { what: 'moves' });
  } finally {
    await wantAnew(run, wanted);
  }
  return owners;
}

/**
 * Gives away the assignments of an agent that was just reset or is about to be deleted, and no longer counts as joined.
 */
export async function releaseAgent(run: Run, agentId: string): Promise<void> {
  const agent = agents.read(await agents.ref(run.db, agentId).get());
  if (agent) await rebalance(run, agent.location);
}

async function joinedAgents(run: Run, location: LocationCode): Promise<PlannedAgent[]> {
  const query = agents.collection(run.db).where('location', '==', location).where('joined', '==', true);
  return plannedAgents(await activityFields.find(query), run.nowMs);
}

function assignmentSizes(run: Run, location: LocationCode): Promise<PlannedAssignment[]> {
  const query = assignments.collection(run.db).where('location', '==', location);
  return sizeFields.find(query);
}
