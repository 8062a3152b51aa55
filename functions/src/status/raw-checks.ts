import { unpackChecks } from '@farwatch/core/checks/pack';
import { windowId } from '@farwatch/core/documents/window';
import type { LocationCode } from '@farwatch/core/locations';
import type { LocatedCheck } from '@farwatch/core/rollups/endpoint-hours';
import { WINDOW_MS, windowStart } from '@farwatch/core/time';
import { windows } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { type Holders, locationsHeld } from './assigned.ts';

/** Ten minutes of one agent's checks. */
type Window = { agentId: string; location: LocationCode; startMs: number };

/**
 * An owner's raw checks from the windows of the agents that hold the assignments at these locations, each from the window of
 * the moment that `sinceMsOf` gives for the agent: a document for each ten minutes and agent.
 */
export async function readRawChecks(
  run: Run,
  ownerId: string,
  held: { holders: Holders; locations: readonly LocationCode[] },
  sinceMsOf: (agentId: string) => number,
): Promise<LocatedCheck[]> {
  const wanted: Window[] = locationsHeld(held.holders, held.locations).flatMap(({ location, agentId }) =>
    windowStarts(sinceMsOf(agentId), run.nowMs).map((startMs) => ({ agentId, location, startMs })),
  );
  if (wanted.length === 0) return [];
  const refs = wanted.map(({ agentId, startMs }) => windows.ref(run.db, windowId(agentId, startMs)));
  const reports = await windows.entry('o', ownerId).getAll(run.db, ...refs);
  return wanted.flatMap(({ location, startMs }, index) => {
    const checks = Object.values(reports[index] ?? {}).flatMap((packed) => unpackChecks(packed, startMs));
    return checks.map((check) => ({ ...check, location }));
  });
}

function windowStarts(sinceMs: number, nowMs: number): number[] {
  const first = windowStart(sinceMs);
  const count = (windowStart(nowMs) - first) / WINDOW_MS + 1;
  return Array.from({ length: count }, (_, index) => first + index * WINDOW_MS);
}
