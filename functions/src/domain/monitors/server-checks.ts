import type { MonitorPlan } from '@farwatch/core/decisions/monitors/plan-monitor';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import type { Reader, Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { enqueueAll } from '../../platform/db/tasks.ts';
import { type KnownDomains, readDomains, writeDomains } from '../domains/edit-domains.ts';
import { type KnownHeartbeats, readHeartbeats, writeHeartbeats } from '../heartbeats/edit-heartbeats.ts';

/** What the server keeps of a monitor's endpoints that it checks itself, before an edit. */
export type KnownServerChecks = { heartbeats: KnownHeartbeats; domains: KnownDomains };

type Urls = Iterable<{ id: string; url: string }>;

/** Reads what the server keeps of these endpoints. Reads nothing if agents check all of them. */
export async function readServerChecks(
  run: Run,
  reader: Reader,
  endpoints: ReadonlyMap<string, Endpoint>,
  desired: Urls,
): Promise<KnownServerChecks> {
  const heartbeats = await readHeartbeats(run, reader, endpoints, desired);
  return { heartbeats, domains: await readDomains(run, reader, endpoints) };
}

/**
 * Writes what the server keeps of a monitor's endpoints after an edit, in the same commit. `kept`: endpoints that move
 * to another monitor, which writes their checks. Returns the endpoints to check at once, for `checkByServer`.
 */
export function writeServerChecks(
  run: Run,
  writer: Writer,
  { heartbeats, domains }: KnownServerChecks,
  plan: MonitorPlan | null,
  current: ReadonlyMap<string, Endpoint>,
  kept: ReadonlySet<string> = new Set(),
): string[] {
  const after = new Map<string, Endpoint>();
  for (const id of Object.keys(plan?.monitor.endpoints ?? {})) {
    const endpoint = plan?.created.get(id) ?? plan?.changed.get(id)?.endpoint ?? current.get(id);
    if (endpoint) after.set(id, endpoint);
  }
  if (heartbeats) writeHeartbeats(run, writer, heartbeats, after, kept);
  return writeDomains(run, writer, domains, after, kept);
}

/** Has the server check endpoints of an edit that is committed. The hourly job finds those that are not enqueued. */
export async function checkByServer(run: Run, endpointIds: readonly string[]): Promise<void> {
  const inputs = endpointIds.map((endpointId) => ({ endpointId }));
  await enqueueAll(run, 'askRegistry', inputs).catch((error: unknown) => console.error(error));
}
