import type { Check } from '@farwatch/core/checks/check';
import { unpackChecks } from '@farwatch/core/checks/pack';
import { windowId, windowSchema } from '@farwatch/core/documents/window';
import type { LocationCode } from '@farwatch/core/locations';
import { WINDOW_MS, windowStart } from '@farwatch/core/time';
import { windows } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import type { Holders } from '../status/assigned.ts';
import { holdingAgents, locationHeldBy } from './last-checks.ts';

const ownersSchema = windowSchema.pick({ o: true }).partial();

/** A check, and the location of its agent. */
export type RecentCheck = Check & { location: LocationCode };

/**
 * An owner's raw checks since a moment, from the windows of the agents that have the assignments now: a document for
 * each ten minutes and agent.
 */
export async function recentChecks(
  run: Run,
  ownerId: string,
  holders: Holders,
  sinceMs: number,
): Promise<RecentCheck[]> {
  const first = windowStart(sinceMs);
  const count = (windowStart(run.nowMs) - first) / WINDOW_MS + 1;
  const starts = Array.from({ length: count }, (_, index) => first + index * WINDOW_MS);
  const found = holdingAgents(holders).flatMap((agentId) => {
    const location = locationHeldBy(holders, agentId);
    if (!location) return [];
    return starts.map((startMs) => ({ ref: windows.ref(run.db, windowId(agentId, startMs)), startMs, location }));
  });
  if (found.length === 0) return [];
  const documents = await run.db.getAll(...found.map(({ ref }) => ref), { fieldMask: [`o.${ownerId}`] });
  const checks = documents.flatMap((document, index) => {
    const reports = ownersSchema.parse(document.data() ?? {}).o?.[ownerId] ?? {};
    const of = found[index];
    if (!of) return [];
    return Object.values(reports)
      .flatMap((packed) => unpackChecks(packed, of.startMs))
      .map((check) => ({ ...check, location: of.location }));
  });
  return checks.filter((check) => check.at >= sinceMs);
}
