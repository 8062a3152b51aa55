import type { MonitorContent } from '../../contracts/api/monitors.ts';
import { type Endpoint, findOpenIncidents, newEndpoint } from '../../documents/endpoint.ts';
import type { Incident } from '../../documents/incident.ts';
import type { Occurrence } from '../../documents/maintenance.ts';
import type { Monitor, MonitorEndpoint } from '../../documents/monitor.ts';
import { maskCheck } from '../../values/check-secrets.ts';
import { endpointLocations } from '../../values/endpoint-locations.ts';
import type { LocationCode } from '../../values/locations.ts';
import { answeredValues, changedFields, pickFields } from '../../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, type EndpointFields, MONITOR_FIELDS } from '../../values/monitor-fields/table.ts';
import { isEndpointPaused } from '../../values/pause.ts';
import { type AssignedByLocation, votesWithoutSlow } from '../../values/vote.ts';
import { decideEndpoint, type EndpointChange } from '../status/decide-endpoint.ts';
import { dropDeletedEndpoints, monitorChange } from '../status/monitor-change.ts';
import { hasContent, isSameTarget, keptLimits, monitorVersion, revisionWith } from './monitor-content.ts';
import { restartEndpoint } from './unwatch-endpoint.ts';

/**
 * What exists before the save; `monitor` is null for a new one. `endpoints`: with their secrets, so that another one is
 * a change. `assigned`: whose votes count after the edit.
 * `maintenance`: what the monitor has or, if it is new, gets. `moved`: endpoints that come from another monitor, among
 * `endpoints` with this one's id and a new revision.
 */
export type MonitorContext = {
  monitorId: string;
  ownerId: string;
  monitor: Monitor | null;
  endpoints: ReadonlyMap<string, Endpoint>;
  incidents: ReadonlyMap<string, Incident>;
  assigned: AssignedByLocation;
  maintenance: Occurrence[];
  moved?: ReadonlySet<string>;
};

/** The documents, with masked secrets. `changed`: the endpoints whose documents change, with an `EndpointChange` if their status or incidents may. */
export type MonitorPlan = {
  monitor: Monitor;
  created: Map<string, Endpoint>;
  changed: Map<string, { endpoint: Endpoint; change: EndpointChange | null }>;
};

/**
 * Plans a monitor's documents after its owner's save (`desired`, with its secrets). Endpoints that stay keep their
 * history; those with another target start over, as do those paused, resumed or moved; if the locations change, votes
 * of removed ones are dropped and the status is decided again. Another limit forgets what was slow.
 */
export function planMonitor(context: MonitorContext, desired: MonitorContent, nowMs: number): MonitorPlan {
  const { ownerId, monitorId } = context;
  const plan: Omit<MonitorPlan, 'monitor'> = { created: new Map(), changed: new Map() };
  const after: Record<string, MonitorEndpoint> = {};
  for (const { id, ...fields } of desired.endpoints) {
    const endpoint = context.endpoints.get(id);
    const next = endpoint ? saveEndpoint(context, id, endpoint, fields, desired, nowMs) : null;
    if (next?.isChanged) plan.changed.set(id, next);
    const document =
      next?.endpoint ??
      createEndpoint(
        { ownerId, monitorId, ...masked(fields), locations: locationsOf(fields, desired) },
        desired,
        nowMs,
      );
    if (!next) plan.created.set(id, document);
    after[id] = toMonitorEndpoint(document);
  }
  const changes = [...plan.changed].flatMap(([id, { change }]) => (change ? [[id, change] as const] : []));
  return { ...plan, monitor: monitorAfter(context, desired, after, new Map(changes), nowMs) };
}

function createEndpoint(given: Parameters<typeof newEndpoint>[0], monitor: MonitorContent, nowMs: number): Endpoint {
  const endpoint = newEndpoint(given, nowMs);
  return isEndpointPaused(monitor, endpoint) ? { ...endpoint, status: 'paused' } : endpoint;
}

type Saved = { endpoint: Endpoint; change: EndpointChange | null; isChanged: boolean };

function saveEndpoint(
  context: MonitorContext,
  id: string,
  before: Endpoint,
  fields: EndpointFields,
  desired: MonitorContent,
  nowMs: number,
): Saved {
  const { name } = desired;
  const locations = locationsOf(fields, desired);
  const isPaused = isEndpointPaused(desired, fields);
  const isLimitChanged = before.slowMs !== fields.slowMs;
  const slowLimits = keptLimits(before, fields);
  const kept = isLimitChanged ? { ...before, votes: votesWithoutSlow(before.votes) } : before;
  const endpoint = { ...kept, ...masked(fields), slowLimits, locations, rev: revisionWith(fields, before, isPaused) };
  const isMoved = locations.join() !== before.locations.join();
  const open = findOpenIncidents(before, context.incidents);
  const { assigned } = context;
  const monitor = { name, maintenance: context.maintenance };
  let change: EndpointChange | null = null;
  const isRestarted = context.moved?.has(id) || !isSameTarget(before, fields);
  if (isRestarted || isPaused !== (before.status === 'paused'))
    change = restartEndpoint(endpoint, isPaused ? 'paused' : 'pending', open, nowMs);
  else if (isMoved || isLimitChanged)
    change = decideEndpoint({ id, endpoint, monitor, update: null, assigned, open, isLimitChanged, nowMs });
  const isEdited = changedFields(ENDPOINT_FIELDS, before, fields).length > 0;
  return { endpoint: change?.endpoint ?? endpoint, change, isChanged: change !== null || isMoved || isEdited };
}

function locationsOf({ url }: EndpointFields, { locations }: MonitorContent): LocationCode[] {
  return endpointLocations(url, locations);
}

function masked(fields: EndpointFields): EndpointFields {
  return { ...fields, check: maskCheck(fields.check) };
}

/** Returns the copy of an endpoint in its monitor's document. */
export function toMonitorEndpoint(endpoint: Endpoint): MonitorEndpoint {
  const { status, since, votes, slow, slowChangedAt, createdAt } = endpoint;
  return { ...answeredValues(ENDPOINT_FIELDS, 'list', endpoint), status, since, votes, slow, slowChangedAt, createdAt };
}

function monitorAfter(
  { monitor, endpoints: documents, ownerId, maintenance }: MonitorContext,
  desired: MonitorContent,
  endpoints: Record<string, MonitorEndpoint>,
  changes: ReadonlyMap<string, EndpointChange>,
  nowMs: number,
): Monitor {
  const isUnchanged = monitor !== null && hasContent(monitorVersion(monitor, documents), desired);
  const transitions = (monitor?.transitions ?? []).filter(({ endpoint }) => endpoints[endpoint]);
  const incidents = dropDeletedEndpoints(monitor?.incidents ?? [], (id) => !endpoints[id]);
  const change = monitorChange({ transitions, incidents, maintenance }, changes, nowMs);
  return {
    ownerId,
    ...pickFields(MONITOR_FIELDS, desired),
    endpoints,
    order: desired.endpoints.map(({ id }) => id),
    version: (monitor?.version ?? 0) + (isUnchanged ? 0 : 1),
    transitions: change.transitions,
    incidents: change.incidents,
    maintenance,
    pages: monitor?.pages ?? [],
    createdAt: monitor?.createdAt ?? nowMs,
    updatedAt: nowMs,
  };
}
