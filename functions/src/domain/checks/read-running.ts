import type { LocatedCheck } from '@farwatch/core/decisions/checks/endpoint-hours';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import { HOUR_MS, hourStart, MINUTE_MS } from '@farwatch/core/values/time';
import type { Run } from '../../platform/db/run.ts';
import { readAssignedAgents } from './assigned-agents.ts';
import { readRawChecks } from './raw-checks.ts';

/** An endpoint whose checks are read. */
export type Checked = Pick<Endpoint, 'ownerId' | 'locations' | 'since'> & { id: string };

/** The previous hour is rolled up at about five past; until then its checks are only in the windows. */
const ROLLED_UP_AFTER_MS = 10 * MINUTE_MS;

/**
 * An endpoint's checks since the last roll-up, at most seven documents of each agent. `rolledUp`: agents whose previous
 * hour is already rolled up.
 */
export function readRunning(run: Run, checked: Checked, rolledUp: ReadonlySet<string>): Promise<LocatedCheck[]> {
  const running = hourStart(run.nowMs);
  const isAllRolledUp = run.nowMs - running >= ROLLED_UP_AFTER_MS;
  return readWindows(run, checked, (agentId) => (isAllRolledUp || rolledUp.has(agentId) ? running : running - HOUR_MS));
}

/** An endpoint's checks since `sinceMs`: one document for each ten minutes and agent. */
export async function readSince(run: Run, checked: Checked, sinceMs: number): Promise<LocatedCheck[]> {
  const checks = await readWindows(run, checked, () => sinceMs);
  return checks.filter((check) => check.at >= sinceMs);
}

async function readWindows(
  run: Run,
  { id, ownerId, locations }: Checked,
  sinceMsOf: (agentId: string) => number,
): Promise<LocatedCheck[]> {
  const assignedAgents = await readAssignedAgents(run, ownerId);
  const checks = await readRawChecks(run, ownerId, { assignedAgents, locations }, sinceMsOf);
  return checks.filter(({ endpoint }) => endpoint === id);
}
