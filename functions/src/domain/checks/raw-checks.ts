import type { LocatedCheck } from '@farwatch/core/decisions/checks/endpoint-hours';
import { windowId } from '@farwatch/core/documents/window';
import type { LocationCode } from '@farwatch/core/values/locations';
import { unpackChecks } from '@farwatch/core/values/pack';
import { WINDOW_MS, windowStart } from '@farwatch/core/values/time';
import { windows } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { type AssignedAgents, assignedLocations } from './assigned-agents.ts';

/** Ten minutes of one agent's checks. */
type WindowKey = { agentId: string; location: LocationCode; windowAt: number };

/**
 * An owner's raw checks by the agents assigned at these locations. Reads one document for each agent and ten minutes,
 * from the window that contains the agent's `sinceMsOf`.
 */
export async function readRawChecks(
  run: Run,
  ownerId: string,
  from: { assignedAgents: AssignedAgents; locations: readonly LocationCode[] },
  sinceMsOf: (agentId: string) => number,
): Promise<LocatedCheck[]> {
  const keys: WindowKey[] = assignedLocations(from.assignedAgents, from.locations).flatMap(({ location, agentId }) =>
    windowStarts(sinceMsOf(agentId), run.nowMs).map((windowAt) => ({ agentId, location, windowAt })),
  );
  if (keys.length === 0) return [];
  const refs = keys.map(({ agentId, windowAt }) => windows.ref(run.db, windowId(agentId, windowAt)));
  const reports = await windows.getEntries(run.db, refs, 'checks', ownerId);
  return keys.flatMap(({ location, windowAt }, index) => {
    const checks = Object.values(reports[index] ?? {}).flatMap((packed) => unpackChecks(packed, windowAt));
    return checks.map((check) => ({ ...check, location }));
  });
}

function windowStarts(sinceMs: number, nowMs: number): number[] {
  const first = windowStart(sinceMs);
  const count = (windowStart(nowMs) - first) / WINDOW_MS + 1;
  return Array.from({ length: count }, (_, index) => first + index * WINDOW_MS);
}
