import type { VerdictMemory } from '@farwatch/core/documents/agent';
import type { LocationCode } from '@farwatch/core/values/locations';
import { type AssignedAgents, assignedLocations, readAssignedAgents } from '../../domain/checks/assigned-agents.ts';
import { agentStates } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';

/** The newest check of an endpoint from any location: when it started, epoch ms, and how many ms it took. */
export type LastCheck = { at: number; ms: number; up: boolean };

/**
 * The last check of each of an owner's endpoints, from the verdicts that its agents remember: at most six documents.
 */
export async function readLastChecks(run: Run, ownerId: string): Promise<Map<string, LastCheck>> {
  return lastChecksOf(run, ownerId, await readAssignedAgents(run, ownerId));
}

/** Returns the last checks when the owner's agents are already known. */
export async function lastChecksOf(
  run: Run,
  ownerId: string,
  assignedAgents: AssignedAgents,
): Promise<Map<string, LastCheck>> {
  const newest = new Map<string, LastCheck>();
  for (const { endpoints } of await readVerdictMemories(run, ownerId, assignedAgents)) {
    for (const [id, [up, at, ms]] of endpoints) {
      if ((newest.get(id)?.at ?? 0) < at) newest.set(id, { at, ms, up: up === 1 });
    }
  }
  return newest;
}

/** Reads what the agent of each location remembers of the owner's endpoints: a document for each. */
export async function readVerdictMemories(
  run: Run,
  ownerId: string,
  assignedAgents: AssignedAgents,
): Promise<{ location: LocationCode; endpoints: [string, VerdictMemory][] }[]> {
  const agents = assignedLocations(assignedAgents);
  if (agents.length === 0) return [];
  const refs = agents.map(({ agentId }) => agentStates.ref(run.db, agentId));
  const memories = await agentStates.getEntries(run.db, refs, 'verdicts', ownerId);
  return agents.map(({ location }, index) => ({
    location,
    endpoints: Object.entries(memories[index]?.endpoints ?? {}),
  }));
}
