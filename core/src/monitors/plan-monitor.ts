import { type Endpoint, newEndpoint } from '../documents/endpoint.ts';
import type { Incident } from '../documents/incident.ts';
import type { Monitor, MonitorEndpoint } from '../documents/monitor.ts';
import type { LocationCode } from '../locations.ts';
import { decideEndpoint, type EndpointOutcome } from '../status/decide-endpoint.ts';
import { marksWithout, monitorChange } from '../status/monitor-change.ts';
import type { AssignedByLocation } from '../status/vote.ts';
import type { WantedEndpoint } from './match-endpoints.ts';
import { isAsWanted } from './monitor-text.ts';
import { revisionWith } from './revision.ts';
import { type OpenIncidents, restartEndpoint } from './unwatch-endpoint.ts';

/** The monitor that the owner wants, with every endpoint under its id, in their order. */
export type WantedMonitor = {
  name: string;
  description: string;
  locations: LocationCode[];
  endpoints: ReadonlyMap<string, WantedEndpoint>;
};

/** What exists before the save; `monitor` null for a new one. `assigned`: whose votes count once the edit is made. */
export type MonitorFacts = {
  monitorId: string;
  ownerId: string;
  monitor: Monitor | null;
  endpoints: ReadonlyMap<string, Endpoint>;
  incidents: ReadonlyMap<string, Incident>;
  assigned: AssignedByLocation;
};

/** `changed` holds the endpoints whose documents change; with an outcome if more than text did. */
export type MonitorPlan = {
  monitor: Monitor;
  created: Map<string, Endpoint>;
  changed: Map<string, { endpoint: Endpoint; outcome: EndpointOutcome | null }>;
};

/**
 * A monitor's documents after its owner's save: endpoints that stay keep their history; with another URL they start
 * over; if locations change, votes of removed ones are dropped and the status is decided again.
 */
export function planMonitor(facts: MonitorFacts, wanted: WantedMonitor, nowMs: number): MonitorPlan {
  const { ownerId, monitorId } = facts;
  const { locations } = wanted;
  const plan: Omit<MonitorPlan, 'monitor'> = { created: new Map(), changed: new Map() };
  const after: Record<string, MonitorEndpoint> = {};
  for (const [id, text] of wanted.endpoints) {
    const endpoint = facts.endpoints.get(id);
    const next = endpoint ? saved(facts, id, endpoint, text, wanted, nowMs) : null;
    if (next?.isChanged) plan.changed.set(id, next);
    const document = next?.endpoint ?? newEndpoint({ ownerId, monitorId, ...text, locations }, nowMs);
    if (!next) plan.created.set(id, document);
    after[id] = inMonitor(document);
  }
  const outcomes = [...plan.changed].flatMap(([id, { outcome }]) => (outcome ? [[id, outcome] as const] : []));
  return { ...plan, monitor: monitorAfter(facts, wanted, after, new Map(outcomes), nowMs) };
}

type Saved = { endpoint: Endpoint; outcome: EndpointOutcome | null; isChanged: boolean };

function saved(
  facts: MonitorFacts,
  id: string,
  before: Endpoint,
  text: WantedEndpoint,
  { name: monitorName, locations }: WantedMonitor,
  nowMs: number,
): Saved {
  const endpoint = { ...before, ...text, locations, rev: revisionWith(text.url, before) };
  const isMoved = locations.join() !== before.locations.join();
  const open = openIncidents(facts, before);
  const { assigned } = facts;
  const outcome =
    text.url !== before.url
      ? restartEndpoint(endpoint, open, nowMs)
      : isMoved
        ? decideEndpoint({ id, endpoint, monitorName, arrived: null, assigned, open, nowMs })
        : null;
  const isReworded = text.name !== before.name || text.description !== before.description;
  return { endpoint: outcome?.endpoint ?? endpoint, outcome, isChanged: outcome !== null || isMoved || isReworded };
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
  wanted: WantedMonitor,
  endpoints: Record<string, MonitorEndpoint>,
  outcomes: ReadonlyMap<string, EndpointOutcome>,
  nowMs: number,
): Monitor {
  const { name, description, locations } = wanted;
  const isSame = monitor !== null && isAsWanted(monitor, documents, wanted);
  const transitions = (monitor?.transitions ?? []).filter(({ endpoint }) => endpoints[endpoint]);
  const incidents = marksWithout(monitor?.incidents ?? [], (id) => !endpoints[id]);
  const change = monitorChange({ transitions, incidents }, outcomes, nowMs);
  return {
    ownerId,
    name,
    description,
    locations,
    endpoints,
    order: [...wanted.endpoints.keys()],
    version: (monitor?.version ?? 0) + (isSame ? 0 : 1),
    transitions: change.transitions,
    incidents: change.incidents,
    createdAt: monitor?.createdAt ?? nowMs,
    updatedAt: nowMs,
  };
}
