import { plannedAgents } from '@farwatch/core/agents/planned-agents';
import { type PlannedAgent, type PlannedAssignment, planAssignments } from '@farwatch/core/agents/planner';
import { agentSchema } from '@farwatch/core/documents/agent';
import { assignmentSchema } from '@farwatch/core/documents/assignment';
import type { LocationCode } from '@farwatch/core/locations';
import { agents, assignments } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { fromStored } from '../db/timestamps.ts';
import { reviewOwner } from '../status/review-owner.ts';
import { moveAssignment } from './move-assignment.ts';

const presentSchema = agentSchema.pick({ joined: true, lastReportAt: true, abstainingSince: true });
const sizeSchema = assignmentSchema.pick({ agentId: true, count: true });

/**
 * Plans a location again and makes the moves: after agents first reported, returned, were lost or removed, at
 * `changedAtMs`. In a handover between live agents nothing is decided again until the new agent's first verdicts, since
 * deciding without that location could raise a false alarm. Returns the owners whose assignment moved.
 */
export async function rebalance(run: Run, location: LocationCode, changedAtMs = run.nowMs): Promise<Set<string>> {
  const [present, sizes] = await Promise.all([presentAgents(run, location), assignmentSizes(run, location)]);
  const owners = new Set<string>();
  for (const move of planAssignments(present, sizes)) {
    const moved = await moveAssignment(run, move);
    if (!moved) continue;
    owners.add(moved.ownerId);
    if (!moved.handedOver) await reviewOwner(run, moved.ownerId, location, changedAtMs);
  }
  return owners;
}

/**
 * Gives away the assignments of an agent that was just reset or is about to be deleted, and no longer counts as joined.
 */
export async function releaseAgent(run: Run, agentId: string): Promise<void> {
  const agent = agents.read(await agents.ref(run.db, agentId).get());
  if (agent) await rebalance(run, agent.country);
}

async function presentAgents(run: Run, location: LocationCode): Promise<PlannedAgent[]> {
  const query = agents.collection(run.db).where('country', '==', location).where('joined', '==', true);
  const { docs } = await query.select(...Object.keys(presentSchema.shape)).get();
  const present = docs.map((doc) => ({ id: doc.id, ...presentSchema.parse(fromStored(doc.data())) }));
  return plannedAgents(present, run.nowMs);
}

async function assignmentSizes(run: Run, location: LocationCode): Promise<PlannedAssignment[]> {
  const query = assignments.collection(run.db).where('location', '==', location);
  const { docs } = await query.select(...Object.keys(sizeSchema.shape)).get();
  return docs.map((doc) => ({ id: doc.id, ...sizeSchema.parse(doc.data()) }));
}
