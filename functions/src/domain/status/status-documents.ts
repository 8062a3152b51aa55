import { builtDaysSince } from '@farwatch/core/decisions/history/due-days';
import type { EndpointChange } from '@farwatch/core/decisions/status/decide-endpoint';
import type { NewEvidence } from '@farwatch/core/decisions/status/failures';
import { monitorChange } from '@farwatch/core/decisions/status/monitor-change';
import {
  coverageDueAt,
  type Endpoint,
  hourEntryId,
  listIncidents,
  OPEN_INCIDENT_FIELDS,
  openIncidentIds,
  type StatusEvent,
  sortOf,
} from '@farwatch/core/documents/endpoint';
import { evidenceId } from '@farwatch/core/documents/evidence';
import { type Incident, incidentShard } from '@farwatch/core/documents/incident';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { RETENTION } from '@farwatch/core/values/limits';
import { type DocumentData, FieldValue, type Transaction } from 'firebase-admin/firestore';
import { endpoints, evidence, incidents, monitors, statusEvents } from '../../platform/db/collections.ts';
import type { Reader, Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { type AssignedAgents, readAssignedAgents } from '../checks/assigned-agents.ts';
import { markDays } from '../history/mark-days.ts';

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

/** Writes the changes of a monitor's endpoints: their documents, history and incidents, and the monitor. */
export function writeChanges(
  run: Run,
  tx: Transaction,
  context: EndpointContext,
  changes: ReadonlyMap<string, EndpointChange>,
): void {
  if (changes.size === 0) return;
  for (const [id, change] of changes) writeEndpoint(run, tx, context, id, change);
  const { endpoints: changed, transitions, incidents: marks } = monitorChange(context.monitor, changes, run.nowMs);
  const fields = Object.entries(changed).flatMap(([id, { status, since, votes, slow, slowChangedAt }]) => [
    [`endpoints.${id}.status`, status],
    [`endpoints.${id}.since`, since],
    [`endpoints.${id}.votes`, votes],
    [`endpoints.${id}.slow`, slow],
    [`endpoints.${id}.slowChangedAt`, slowChangedAt],
  ]);
  const update = monitors.toUpdate({ ...Object.fromEntries(fields), transitions, incidents: marks });
  // By Firestore's clock: a drain may run for minutes, and status pages look for what changed in the last seconds.
  tx.update(monitors.ref(run.db, context.monitorId), { ...update, updatedAt: FieldValue.serverTimestamp() });
}

function writeEndpoint(run: Run, tx: Transaction, context: EndpointContext, id: string, change: EndpointChange): void {
  const { event } = change;
  let after = change.endpoint;
  for (const incident of listIncidents(change)) after = writeIncident(run, tx, context, after, incident);
  const { status, since, votes, slow, slowChangedAt, transitions, lastError, coverageGap } = after;
  const { openIncidentId, openCertificateIncidentId, openSlowIncidentId } = after;
  const incidentIds = { openIncidentId, openCertificateIncidentId, openSlowIncidentId };
  const state = { status, since, votes, slow, slowChangedAt, transitions };
  const changed = { ...state, ...incidentIds, lastError, coverageGap, coverageDueAt: coverageDueAt(after) };
  tx.update(endpoints.ref(run.db, id), endpoints.toUpdate(changed));
  if (change.evidence && openIncidentId)
    writeEvidence(run, tx, { ...after, id, incidentId: openIncidentId }, change.evidence);
  if (event) writeEvent(run, tx, id, event);
}

/**
 * Adds an entry to an endpoint's status history, or replaces the entry of its hour. If its day may be built already, the
 * day is built again.
 */
export function writeEvent(run: Run, tx: Writer, endpointId: string, event: StatusEvent): void {
  const document = statusEvents.toDocument({ ...event, expireAt: event.changedAt + RETENTION.statusMs });
  const entries = statusEvents.collection(run.db, endpointId);
  if (event.earlier) tx.set(entries.doc(hourEntryId(event.changedAt)), document);
  else tx.create(entries.doc(), document);
  markDays(run, tx, event.ownerId, builtDaysSince(event.changedAt, run.nowMs));
}

type EvidenceOf = Pick<Endpoint, 'ownerId'> & { id: string; incidentId: string };

/** Evidence is set, not created: it must never keep a verdict from being applied. */
function writeEvidence(run: Run, tx: Transaction, { ownerId, id, incidentId }: EvidenceOf, found: NewEvidence): void {
  const { location, outage } = found;
  const expireAt = run.nowMs + RETENTION.evidenceMs;
  const place = { ownerId, incidentId, endpointId: id, location, outage, createdAt: run.nowMs, expireAt };
  const ref = evidence.ref(run.db, evidenceId(incidentId, outage, location));
  tx.set(ref, evidence.toDocument({ ...found.evidence, ...place }));
}

/** What every change of an incident stores, by which channels and the sweep find it. */
export function incidentTouched({ ownerId }: Pick<Incident, 'ownerId'>): DocumentData {
  return { changedAt: FieldValue.serverTimestamp(), shard: incidentShard(ownerId) };
}

/** Writes an incident, with the time of Firestore's clock; returns the changed endpoint. */
export function writeIncident(
  run: Run,
  tx: Writer,
  context: Pick<EndpointContext, 'incidents'>,
  endpoint: Endpoint,
  incident: Incident,
): Endpoint {
  const field = OPEN_INCIDENT_FIELDS[sortOf(incident)];
  const openId = endpoint[field];
  const isOpen = openId !== null && context.incidents.has(openId);
  const incidentId = isOpen ? openId : incidents.collection(run.db).doc().id;
  const ref = incidents.ref(run.db, incidentId);
  const { resolvedAt } = incident;
  const expireAt = resolvedAt === null ? null : resolvedAt + RETENTION.statusMs;
  const document = {
    ...incidents.toDocument({ ...incident, expireAt }),
    ...incidentTouched(incident),
  };
  if (isOpen) tx.update(ref, document);
  else tx.create(ref, document);
  return { ...endpoint, [field]: incident.status === 'resolved' ? null : incidentId };
}
