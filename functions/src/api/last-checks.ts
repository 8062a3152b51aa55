import { agentStateSchema } from '@farwatch/core/documents/agent';
import { LOCATION_CODES, type LocationCode } from '@farwatch/core/locations';
import { agentStates } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { type Holders, readHolders } from '../status/assigned.ts';

const memorySchema = agentStateSchema.pick({ verdicts: true }).partial();

/** The newest check of an endpoint from any location: when it began, epoch ms, and how many ms it took. */
export type LastCheck = { at: number; ms: number; up: boolean };

/**
 * When each of an owner's endpoints was last checked, from the remembered verdicts of its agents: at most six
 * documents.
 */
export async function readLastChecks(run: Run, ownerId: string): Promise<Map<string, LastCheck>> {
  const holders = await readHolders(run, ownerId, (refs, fieldMask) => run.db.getAll(...refs, { fieldMask }));
  return lastChecksOf(run, ownerId, holders);
}

/** The same if the agents of the owner's assignments are known. */
export async function lastChecksOf(run: Run, ownerId: string, holders: Holders): Promise<Map<string, LastCheck>> {
  const newest = new Map<string, LastCheck>();
  const refs = holdingAgents(holders).map((id) => agentStates.ref(run.db, id));
  if (refs.length === 0) return newest;
  for (const document of await run.db.getAll(...refs, { fieldMask: [`verdicts.${ownerId}`] })) {
    const memory = memorySchema.parse(document.data() ?? {}).verdicts?.[ownerId];
    for (const [id, [up, at, ms]] of Object.entries(memory?.endpoints ?? {})) {
      if ((newest.get(id)?.at ?? 0) < at) newest.set(id, { at, ms, up: up === 1 });
    }
  }
  return newest;
}

/** The location whose assignment an agent has: its own. */
export function locationHeldBy(holders: Holders, agentId: string): LocationCode | undefined {
  return LOCATION_CODES.find((location) => holders[location]?.agentId === agentId);
}

/** The agents of an owner's assignments, each once. */
export function holdingAgents(holders: Holders): string[] {
  return [...new Set(LOCATION_CODES.flatMap((location) => holders[location]?.agentId ?? []))];
}
