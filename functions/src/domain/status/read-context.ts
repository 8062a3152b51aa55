import { type Endpoint, openIncidentIds } from '@farwatch/core/documents/endpoint';
import type { Incident } from '@farwatch/core/documents/incident';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { endpoints, incidents, monitors } from '../../platform/db/collections.ts';
import type { Reader } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { type AssignedAgents, readAssignedAgents } from '../checks/assigned-agents.ts';

export type Target = { monitorId: string; ownerId: string };

/** The values that decisions about endpoints of one monitor need, read consistently. */
export type EndpointContext = {
  monitorId: string;
  monitor: Monitor;
  endpoints: ReadonlyMap<string, Endpoint>;
  incidents: ReadonlyMap<string, Incident>;
  assignedAgents: AssignedAgents;
};

/** Returns the context of these endpoints, or null if the monitor is gone. */
export async function readContext(
  run: Run,
  tx: Reader,
  target: Target,
  endpointIds: string[],
): Promise<EndpointContext | null> {
  const monitorRef = monitors.ref(run.db, target.monitorId);
  const [assignedAgents, [monitorDoc, ...endpointDocs]] = await Promise.all([
    readAssignedAgents(run, target.ownerId, tx),
    tx.getAll(monitorRef, ...endpointIds.map((id) => endpoints.ref(run.db, id))),
  ]);
  const monitor = monitorDoc && monitors.read(monitorDoc);
  if (!monitor) return null;
  const known = new Map<string, Endpoint>();
  for (const doc of endpointDocs) {
    const endpoint = endpoints.read(doc);
    if (endpoint) known.set(doc.id, endpoint);
  }
  return {
    monitorId: target.monitorId,
    monitor,
    endpoints: known,
    incidents: await readIncidents(run, tx, [...known.values()]),
    assignedAgents,
  };
}

async function readIncidents(run: Run, tx: Reader, of: Endpoint[]): Promise<Map<string, Incident>> {
  const ids = of.flatMap(openIncidentIds);
  const found = new Map<string, Incident>();
  if (ids.length === 0) return found;
  for (const doc of await tx.getAll(...ids.map((id) => incidents.ref(run.db, id)))) {
    const incident = incidents.read(doc);
    if (incident) found.set(doc.id, incident);
  }
  return found;
}
