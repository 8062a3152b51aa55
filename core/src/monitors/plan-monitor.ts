import { type Endpoint, newEndpoint } from '../documents/endpoint.ts';
import type { Incident } from '../documents/incident.ts';
import type { Monitor, MonitorEndpoint } from '../documents/monitor.ts';
import { decideEndpoint, type EndpointChange } from '../status/decide-endpoint.ts';
import { marksWithout, monitorChange } from '../status/monitor-change.ts';
import type { AssignedByLocation } from '../status/vote.ts';
import type { DesiredEndpoint, DesiredMonitor } from './match-endpoints.ts';
import { isAsDesired } from './monitor-text.ts';
import { revisionWith } from './revision.ts';
import { type OpenIncidents, restartEndpoint } from './unwatch-endpoint.ts';

/** What exists before the save; `monitor` null for a new one. `assigned`: whose votes count once the edit is made. */
export type MonitorFacts = {
  monitorId: string;
  ownerId: string;
  monitor: Monitor | null;
  endpoints: ReadonlyMap<string, Endpoint>;
  incidents: ReadonlyMap<string, Incident>;
  assigned: AssignedByLocation;
};

/** `changed` holds the endpoints whose documents change; with a change if more than text did. */
export type MonitorPlan = {
  monitor: Monitor;
  created: Map<string, Endpoint>;
  changed: Map<string, { endpoint: Endpoint; change: EndpointChange | null }>;
};

/**
 * A monitor's documents after its owner's save: endpoints that stay keep their history; with another URL they start
 * over; if locations change, votes of removed ones are dropped and the status is decided again.
 */
export function planMonitor(facts: MonitorFacts, desired: DesiredMonitor, nowMs: number): MonitorPlan {
  const { ownerId, monitorId } = facts;
  const { locations } = desired;
  const plan: Omit<MonitorPlan, 'monitor'> = { created: new Map(), changed: new Map() };
  const after: Record<string, MonitorEndpoint> = {};
  for (const [id, text] of desired.endpoints) {
    const endpoint = facts.endpoints.get(id);
    const next = endpoint ? saved(facts, id, endpoint, text, desired, nowMs) : null;
    if (next?.isChanged) plan.changed.set(id, next);
    const document = next?.endpoint ?? newEndpoint({ ownerId, monitorId, ...text, locations }, nowMs);
    if (!next) plan.created.set(id, document);
    after[id] = inMonitor(document);
  }
  const changes = [...plan.changed].flatMap(([id, { change }]) => (change ? [[id, change] as const] : []));
  return { ...plan, monitor: monitorAfter(facts, desired, after, new Map(changes), nowMs) };
}

type Saved = { endpoint: Endpoint; change: EndpointChange | null; isChanged: boolean };

function saved(
  facts: MonitorFacts,
  id: string,
  before: Endpoint,
  text: DesiredEndpoint,
  { name: monitorName, locations }: DesiredMonitor,
  nowMs: number,
): Saved {
  const endpoint = { ...before, ...text, locations, rev: revisionWith(text.url, before) };
  const isMoved = locations.join() !== before.locations.join();
  const open = openIncidents(facts, before);
  const { assigned } = facts;
  const change =
    text.url !== before.url
      ? restartEndpoint(endpoint, open, nowMs)
      : isMoved
        ? decideEndpoint({ id, endpoint, monitorName, update: null, assigned, open, nowMs })
        : null;
  const isReworded = text.name !== before.name || text.description !== before.description;
  return { endpoint: change?.endpoint ?? endpoint, change, isChanged: change !== null || isMoved || isReworded };
}

/** The open incidents of an endpoint among those read. */
export function openIncidents(facts: Pick<MonitorFacts, 'incidents'>, endpoint: Endpoint): OpenIncidents {
  const find = (id: string | null) => (id === null ? null : (facts.incidents.get(id) ?? null));
  return { downtime: find(endpoint.openIncidentId), certificate: find(endpoint.openCertificateIncidentId) };
}

function inMonitor({ url, name, status, since, votes, createdAt }: Endpoint): MonitorEndpoint {
  return { url, name, status, since, votes, createdAt };
}

function monitorAfter(
  { monitor, endpoints: documents, ownerId }: MonitorFacts,
  desired: DesiredMonitor,
  endpoints: Record<string, MonitorEndpoint>,
  changes: ReadonlyMap<string, EndpointChange>,
  nowMs: number,
): Monitor {
  const { name, description, locations } = desired;
  const isSame = monitor !== null && isAsDesired(monitor, documents, desired);
  const transitions = (monitor?.transitions ?? []).filter(({ endpoint }) => endpoints[endpoint]);
  const incidents = marksWithout(monitor?.incidents ?? [], (id) => !endpoints[id]);
  const change = monitorChange({ transitions, incidents }, changes, nowMs);
  return {
    ownerId,
    name,
    description,
    locations,
    endpoints,
    order: [...desired.endpoints.keys()],
    version: (monitor?.version ?? 0) + (isSame ? 0 : 1),
    transitions: change.transitions,
    incidents: change.incidents,
    createdAt: monitor?.createdAt ?? nowMs,
    updatedAt: nowMs,
  };
}
