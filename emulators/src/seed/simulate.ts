import { decideEndpoint, type VerdictUpdate } from '@farwatch/core/decisions/status/decide-endpoint';
import { type Endpoint, newEndpoint, type StatusEvent } from '@farwatch/core/documents/endpoint';
import type { Incident } from '@farwatch/core/documents/incident';
import type { LocationCode } from '@farwatch/core/values/locations';
import { defaultsOf } from '@farwatch/core/values/monitor-fields/field';
import { ENDPOINT_FIELDS } from '@farwatch/core/values/monitor-fields/table';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { Vote } from '@farwatch/core/values/vote';
import type { DemoEndpoint, PastOutage } from './scenario-table.ts';

export const SEED_GENERATION = 1;
const SPREAD_MS = 700;

/** A demo endpoint with its history. */
export type Simulated = { endpoint: Endpoint; events: StatusEvent[]; incidents: Map<string, Incident> };

type Subject = {
  ownerId: string;
  monitorId: string;
  monitorName: string;
  url: string;
  locations: LocationCode[];
  createdAt: number;
};

/** Runs an endpoint's past through core's decisions, verdict by verdict, so that its documents look real. */
export function simulate(demo: DemoEndpoint, subject: Subject, nowMs: number): Simulated {
  const { monitorName: _, createdAt, ...place } = subject;
  const endpoint = newEndpoint({ ...defaultsOf(ENDPOINT_FIELDS), ...place, name: demo.name }, createdAt);
  const result: Simulated = { endpoint, events: [], incidents: new Map() };
  for (const update of verdictsOf(demo.outages, subject, nowMs)) step(result, demo.id, subject, update);
  return result;
}

function step(result: Simulated, id: string, subject: Subject, update: VerdictUpdate): void {
  const { endpoint, incidents } = result;
  const downtime = endpoint.openIncidentId === null ? null : (incidents.get(endpoint.openIncidentId) ?? null);
  const assigned = Object.fromEntries(
    subject.locations.map((location) => [location, { generation: SEED_GENERATION, live: true }]),
  );
  const nowMs = update.verdict.since + 3 * SECOND_MS;
  const open = { downtime, certificate: null };
  const outcome = decideEndpoint({
    id,
    endpoint,
    monitor: { name: subject.monitorName, maintenance: [] },
    update,
    assigned,
    open,
    nowMs,
  });
  if (!outcome) return;
  result.endpoint = outcome.endpoint;
  if (outcome.event) result.events.push(outcome.event);
  if (!outcome.downtime) return;
  const incidentId = endpoint.openIncidentId ?? `${id}Incident${incidents.size + 1}`;
  incidents.set(incidentId, outcome.downtime);
  result.endpoint.openIncidentId = outcome.downtime.status === 'resolved' ? null : incidentId;
}

function verdictsOf(outages: PastOutage[], { locations, createdAt }: Subject, nowMs: number): VerdictUpdate[] {
  const first = locations.map((location, index) =>
    verdict(location, true, createdAt + 5 * SECOND_MS + index * SPREAD_MS),
  );
  const later = outages.flatMap((outage) => {
    const startMs = nowMs - outage.hoursAgo * HOUR_MS;
    const endMs = outage.minutes === null ? null : startMs + outage.minutes * MINUTE_MS;
    return outage.locations.flatMap((location, index) => {
      const down = verdict(location, false, startMs + index * SPREAD_MS, outage.statusCode);
      return endMs === null ? [down] : [down, verdict(location, true, endMs + index * SPREAD_MS)];
    });
  });
  const sorted = [...first, ...later].sort((a, b) => a.verdict.since - b.verdict.since);
  return sorted.map((each, index) => ({ ...each, agentSeq: index + 1 }));
}

function verdict(
  location: LocationCode,
  up: boolean,
  sinceMs: number,
  statusCode: number | null = null,
): VerdictUpdate {
  const error = up ? null : statusCode === null ? 'timeout' : 'status';
  return {
    location,
    generation: SEED_GENERATION,
    agentSeq: 0,
    verdict: { up, since: Math.round(sinceMs), statusCode: up ? 200 : statusCode, error, rev: 0 },
  };
}

/** The votes, older than any report to come. */
export function makeOld(votes: Endpoint['votes']): Endpoint['votes'] {
  const entries = Object.entries(votes) as [LocationCode, Vote][];
  return Object.fromEntries(entries.map(([location, vote]) => [location, { ...vote, agentSeq: 0 }]));
}
