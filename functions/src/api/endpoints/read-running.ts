import { unpackChecks } from '@farwatch/core/checks/pack';
import { windowId, windowSchema } from '@farwatch/core/documents/window';
import type { LocatedCheck } from '@farwatch/core/rollups/endpoint-hours';
import { HOUR_MS, hourStart, MINUTE_MS, WINDOW_MS } from '@farwatch/core/time';
import { windows } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';
import { readHolders } from '../../status/assigned.ts';
import type { Checked } from './day-of-checks.ts';

const ownersSchema = windowSchema.pick({ o: true }).partial();

/** An hour that ended is rolled up at five past, give or take; until then its checks are in the windows only. */
const ROLLED_UP_AFTER_MS = 10 * MINUTE_MS;

/**
 * An endpoint's checks since the last roll-up, from the windows of the agents that hold the assignments now: at most seven
 * documents each. `rolledUp` are the agents whose hour before the running one is known already.
 */
export async function readRunning(
  run: Run,
  { id, ownerId, locations }: Checked,
  rolledUp: ReadonlySet<string>,
): Promise<LocatedCheck[]> {
  const holders = await readHolders(run, ownerId, (refs, fieldMask) => run.db.getAll(...refs, { fieldMask }));
  const parts = locations.flatMap((location) => {
    const agentId = holders[location]?.agentId;
    if (!agentId) return [];
    return windowStarts(run.nowMs, rolledUp.has(agentId)).map((startMs) => ({ location, agentId, startMs }));
  });
  if (parts.length === 0) return [];
  const refs = parts.map(({ agentId, startMs }) => windows.ref(run.db, windowId(agentId, startMs)));
  const documents = await run.db.getAll(...refs, { fieldMask: [`o.${ownerId}`] });
  return parts.flatMap(({ location, startMs }, index) => {
    const reports = ownersSchema.parse(documents[index]?.data() ?? {}).o?.[ownerId] ?? {};
    const checks = Object.values(reports).flatMap((packed) => unpackChecks(packed, startMs));
    return checks.filter(({ endpoint }) => endpoint === id).map((check) => ({ ...check, location }));
  });
}

function windowStarts(nowMs: number, isRolledUp: boolean): number[] {
  const running = hourStart(nowMs);
  const first = isRolledUp || nowMs - running >= ROLLED_UP_AFTER_MS ? running : running - HOUR_MS;
  return Array.from({ length: Math.floor((nowMs - first) / WINDOW_MS) + 1 }, (_, index) => first + index * WINDOW_MS);
}
