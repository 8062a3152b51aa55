import { actOnIncident } from '@farwatch/core/decisions/incidents/act-on-incident';
import { decideEndpoint } from '@farwatch/core/decisions/status/decide-endpoint';
import { type Endpoint, newEndpoint, type StatusEvent } from '@farwatch/core/documents/endpoint';
import type { Incident } from '@farwatch/core/documents/incident';
import type { Occurrence } from '@farwatch/core/documents/maintenance';
import type { LocationCode } from '@farwatch/core/values/locations';
import { defaultsOf } from '@farwatch/core/values/monitor-fields/field';
import { ENDPOINT_FIELDS } from '@farwatch/core/values/monitor-fields/table';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { Vote } from '@farwatch/core/values/vote';
import { type PastStep, SEED_GENERATION, stepsOf } from './past-steps.ts';
import type { DemoEndpoint } from './scenario-table.ts';

/** A demo endpoint with its history. */
export type Simulated = { endpoint: Endpoint; events: StatusEvent[]; incidents: Map<string, Incident> };

/** The data of an endpoint that its demo does not have. */
type Subject = {
  ownerId: string;
  monitorId: string;
  monitorName: string;
  url: string;
  locations: LocationCode[];
  /** All occurrences of its monitor's maintenance. */
  maintenance: Occurrence[];
  createdAt: number;
};

/** Runs an endpoint's past through core's decisions, step by step, so that its documents look real. */
export function simulate(demo: DemoEndpoint, subject: Subject, nowMs: number): Simulated {
  const { monitorName: _, maintenance: _none, createdAt, ...place } = subject;
  const endpoint = newEndpoint({ ...defaultsOf(ENDPOINT_FIELDS), ...place, name: demo.name }, createdAt);
  const result: Simulated = { endpoint, events: [], incidents: new Map() };
  const lost = new Set<LocationCode>();
  for (const each of stepsOf(demo.outages, subject, nowMs)) {
    if (each.do === 'lost') lost.add(each.location);
    if (each.do === 'back') lost.delete(each.location);
    if (each.do === 'acknowledge') acknowledge(result, each);
    else applyStep(result, demo.id, { subject, lost }, each);
  }
  return result;
}

type Situation = { subject: Subject; lost: ReadonlySet<LocationCode> };

/** Applies what happened to an endpoint, with the status event and the incident that follow from it. */
export function applyStep(result: Simulated, id: string, { subject, lost }: Situation, past: PastStep): void {
  const { endpoint, incidents } = result;
  const downtime = endpoint.openIncidentId === null ? null : (incidents.get(endpoint.openIncidentId) ?? null);
  const assigned = Object.fromEntries(
    subject.locations.map((location) => [location, { generation: SEED_GENERATION, live: !lost.has(location) }]),
  );
  const outcome = decideEndpoint({
    id,
    endpoint,
    monitor: { name: subject.monitorName, maintenance: subject.maintenance },
    update: past.do === 'verdict' ? past.update : null,
    assigned,
    open: { downtime, certificate: null, slow: null },
    changedAtMs: past.atMs,
    nowMs: past.atMs + 3 * SECOND_MS,
  });
  if (!outcome) return;
  result.endpoint = outcome.endpoint;
  if (outcome.event) result.events.push(outcome.event);
  if (!outcome.downtime) return;
  const incidentId = endpoint.openIncidentId ?? `${id}Incident${incidents.size + 1}`;
  incidents.set(incidentId, outcome.downtime);
  result.endpoint.openIncidentId = outcome.downtime.status === 'resolved' ? null : incidentId;
}

function acknowledge(
  { endpoint, incidents }: Simulated,
  { name, note, atMs }: Extract<PastStep, { do: 'acknowledge' }>,
) {
  const id = endpoint.openIncidentId;
  const incident = id === null ? undefined : incidents.get(id);
  const by = { name, channelName: null };
  const acted = incident && actOnIncident(incident, { do: 'acknowledge', note }, by, atMs);
  if (id !== null && acted) incidents.set(id, acted);
}

/** The votes, older than any report to come. */
export function makeOld(votes: Endpoint['votes']): Endpoint['votes'] {
  const entries = Object.entries(votes) as [LocationCode, Vote][];
  return Object.fromEntries(entries.map(([location, vote]) => [location, { ...vote, agentSeq: 0 }]));
}
