import { unpackChecks } from '@farwatch/core/checks/pack';
import { windowId, windowSchema } from '@farwatch/core/documents/window';
import type { LocatedCheck } from '@farwatch/core/rollups/endpoint-hours';
import { HOUR_MS, hourStart, MINUTE_MS, WINDOW_MS, windowStart } from '@farwatch/core/time';
import { windows } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';
import { readHolders } from '../../status/assigned.ts';
import type { Checked } from './day-of-checks.ts';

const ownersSchema = windowSchema.pick({ o: true }).partial();

/** An ended hour is rolled up at about five past; until then its checks are only in the windows. */
const ROLLED_UP_AFTER_MS = 10 * MINUTE_MS;

/**
 * An endpoint's checks since the last roll-up: at most seven documents of each agent. `rolledUp`: agents whose hour
 * before the running one is already known.
 */
export function readRunning(run: Run, checked: Checked, rolledUp: ReadonlySet<string>): Promise<LocatedCheck[]> {
  const running = hourStart(run.nowMs);
  const isAllRolledUp = run.nowMs - running >= ROLLED_UP_AFTER_MS;
  return readWindows(run, checked, (agentId) => (isAllRolledUp || rolledUp.has(agentId) ? running : running - HOUR_MS));
}

/** An endpoint's checks since `sinceMs`: a document for each ten minutes and agent. */
export async function readSince(run: Run, checked: Checked, sinceMs: number): Promise<LocatedCheck[]> {
  const checks = await readWindows(run, checked, () => windowStart(sinceMs));
  return checks.filter((check) => check.at >= sinceMs);
}

/** From the windows of the agents that have the assignments now, starting with the one at `firstOf`. */
async function readWindows(
  run: Run,
  { id, ownerId, locations }: Checked,
  firstOf: (agentId: string) => number,
): Promise<LocatedCheck[]> {
  const holders = await readHolders(run, ownerId, (refs, fieldMask) => run.db.getAll(...refs, { fieldMask }));
  const parts = locations.flatMap((location) => {
    const agentId = holders[location]?.agentId;
    if (!agentId) return [];
    return windowStarts(firstOf(agentId), run.nowMs).map((startMs) => ({ location, agentId, startMs }));
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

function windowStarts(firstMs: number, nowMs: number): number[] {
  return Array.from(
    { length: Math.floor((nowMs - firstMs) / WINDOW_MS) + 1 },
    (_, index) => firstMs + index * WINDOW_MS,
  );
}
