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
  const refs = assignedLocations(assignedAgents).map(({ agentId }) => agentStates.ref(run.db, agentId));
  if (refs.length === 0) return newest;
  for (const memory of await agentStates.getEntries(run.db, refs, 'verdicts', ownerId)) {
    for (const [id, [up, at, ms]] of Object.entries(memory?.endpoints ?? {})) {
      if ((newest.get(id)?.at ?? 0) < at) newest.set(id, { at, ms, up: up === 1 });
    }
  }
  return newest;
}
