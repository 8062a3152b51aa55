import { toMonitorEndpoint } from '@farwatch/core/decisions/monitors/plan-monitor';
import { endpointSchema, statusEventSchema } from '@farwatch/core/documents/endpoint';
import { incidentSchema } from '@farwatch/core/documents/incident';
import { type Monitor, monitorSchema } from '@farwatch/core/documents/monitor';
import { RETENTION } from '@farwatch/core/values/limits';
import { defaultsOf, pickFields } from '@farwatch/core/values/monitor-fields/field';
import { MONITOR_FIELDS } from '@farwatch/core/values/monitor-fields/table';
import { DAY_MS } from '@farwatch/core/values/time';
import type { PastMonitor } from './days.ts';
import type { SeedDocuments } from './documents.ts';
import { pastMaintenance } from './past.ts';
import type { WatchedMonitor } from './scenario-table.ts';
import { makeOld, type Simulated, simulate } from './simulate.ts';
import { pagesOf } from './status-page.ts';

const USUAL_DAYS = 8;

/** The owner, and the base URL of the targets. */
export type SeedPlace = { ownerId: string; targets: string };

/** Adds a monitor with its endpoints: status events, incidents, transitions. Returns it with its past. */
export function seedMonitor(
  documents: SeedDocuments,
  demo: WatchedMonitor,
  place: SeedPlace,
  nowMs: number,
): PastMonitor {
  const { ownerId, targets } = place;
  const createdAt = nowMs - (demo.days ?? USUAL_DAYS) * DAY_MS;
  const { id: monitorId, name: monitorName, locations } = demo;
  const maintenance = pastMaintenance(monitorId, ownerId, nowMs);
  const shared = { ownerId, monitorId, monitorName, locations, maintenance, createdAt };
  const past = demo.endpoints.map((each) => ({
    id: each.id,
    demo: each,
    ...simulate(each, { ...shared, url: `${targets}${each.path}` }, nowMs),
  }));
  putMonitor(documents, demo, { ownerId, createdAt }, past, nowMs);
  return { demo, maintenance, past };
}

/** Adds the documents of a monitor with a past. */
export function putMonitor(
  documents: SeedDocuments,
  demo: WatchedMonitor,
  made: { ownerId: string; createdAt: number },
  past: Past[],
  nowMs: number,
): void {
  for (const { id, endpoint, events, incidents } of past) {
    documents.put(endpointSchema, `endpoints/${id}`, { ...endpoint, votes: makeOld(endpoint.votes) });
    events.forEach((event, index) => {
      documents.put(statusEventSchema, `endpoints/${id}/events/seeded${index}`, event);
    });
    for (const [incidentId, incident] of incidents) documents.put(incidentSchema, `incidents/${incidentId}`, incident);
  }
  documents.put(monitorSchema, `monitors/${demo.id}`, { ...monitorOf(demo, past, nowMs), ...made });
}

type Past = Simulated & { id: string };

function monitorOf(demo: WatchedMonitor, past: Past[], nowMs: number): Omit<Monitor, 'ownerId' | 'createdAt'> {
  const isRecent = (entry: { at: number }) => entry.at > nowMs - RETENTION.transitionMs;
  return {
    ...pickFields(MONITOR_FIELDS, { ...defaultsOf(MONITOR_FIELDS), ...demo }),
    endpoints: Object.fromEntries(
      past.map(({ id, endpoint }) => [id, { ...toMonitorEndpoint(endpoint), votes: makeOld(endpoint.votes) }]),
    ),
    order: past.map(({ id }) => id),
    version: 0,
    maintenance: [],
    pages: pagesOf(demo.id),
    transitions: past
      .flatMap(({ id, endpoint }) => endpoint.transitions.map((transition) => ({ ...transition, endpoint: id })))
      .filter(isRecent)
      .sort((a, b) => a.at - b.at),
    incidents: past
      .flatMap(({ incidents }) =>
        [...incidents.values()].map(({ triggeredAt, location, locations, endpointId, resolvedAt }) => ({
          at: triggeredAt,
          location,
          endpoint: endpointId,
          locations,
          endedAt: resolvedAt,
        })),
      )
      .filter(({ at, endedAt }) => isRecent({ at: endedAt ?? nowMs }) || isRecent({ at })),
    updatedAt: nowMs,
  };
}
