import type { MonitorPlan } from '@farwatch/core/decisions/monitors/plan-monitor';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import type { Decider } from '@farwatch/core/values/check-types/check-type';
import type { Run } from '../../platform/db/run.ts';
import { enqueueAll } from '../../platform/db/tasks.ts';
import type { ReadServerChecks, WriteServerChecks } from '../checks/server-check.ts';
import { readDomains } from '../domains/edit-domains.ts';
import { readHeartbeats } from '../heartbeats/edit-heartbeats.ts';

/** What the server keeps of the endpoints about which it decides itself. */
const SERVER_CHECKS: Record<Exclude<Decider, 'agents'>, ReadServerChecks> = {
  pings: readHeartbeats,
  registry: readDomains,
};

/** Reads what the server keeps of these endpoints. Reads nothing if agents check all of them. */
export const readServerChecks: ReadServerChecks = async (...args) => {
  const writes: WriteServerChecks[] = [];
  for (const read of Object.values(SERVER_CHECKS)) writes.push(await read(...args));
  return (...after) => writes.flatMap((write) => write(...after));
};

/** Returns the endpoints of a monitor after an edit. */
export function endpointsAfterEdit(
  plan: MonitorPlan | null,
  current: ReadonlyMap<string, Endpoint>,
): Map<string, Endpoint> {
  const after = new Map<string, Endpoint>();
  for (const id of Object.keys(plan?.monitor.endpoints ?? {})) {
    const endpoint = plan?.created.get(id) ?? plan?.changed.get(id)?.endpoint ?? current.get(id);
    if (endpoint) after.set(id, endpoint);
  }
  return after;
}

/** Has the server check endpoints of an edit that is committed. The hourly job finds those that are not enqueued. */
export async function checkByServer(run: Run, endpointIds: readonly string[]): Promise<void> {
  const inputs = endpointIds.map((endpointId) => ({ endpointId }));
  const idOf = ({ endpointId }: { endpointId: string }) => `${endpointId}-${run.nowMs}`;
  await enqueueAll(run, 'askRegistry', inputs, idOf).catch((error: unknown) => console.error(error));
}
