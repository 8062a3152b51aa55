import type { MonitorContent } from '@farwatch/core/contracts/api/monitors';
import {
  expandWindows,
  keptTime,
  occurrencesFor,
  type WindowWithId,
} from '@farwatch/core/decisions/maintenance/monitor-occurrences';
import { isMonitorTooLarge } from '@farwatch/core/decisions/monitors/monitor-size';
import { type MonitorPlan, planMonitor } from '@farwatch/core/decisions/monitors/plan-monitor';
import { resolveUnwatched } from '@farwatch/core/decisions/monitors/unwatch-endpoint';
import { type Assignment, assignmentId } from '@farwatch/core/documents/assignment';
import {
  coverageDueAt,
  findOpenIncidents,
  listIncidents,
  OPEN_INCIDENT_FIELDS,
  openIncidentIds,
  sortOf,
} from '@farwatch/core/documents/endpoint';
import { newHistory } from '@farwatch/core/documents/history';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { isSame } from '@farwatch/core/values/is-same';
import { type DocumentData, FieldValue } from 'firebase-admin/firestore';
import {
  agentStates,
  agents,
  assignments,
  endpoints,
  histories,
  incidents,
  monitors,
  users,
} from '../../platform/db/collections.ts';
import type { Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { releaseOwners } from '../agents/release-owners.ts';
import type { WriteServerChecks } from '../checks/server-check.ts';
import { forgetMonitor } from '../maintenance/forget-monitor.ts';
import { forgetOnPages, type PagesBySlug } from '../pages/forget-on-pages.ts';
import { type EndpointContext, incidentTouched, writeEvent, writeIncident } from '../status/status-documents.ts';
import type { AssignmentTarget } from './assignment-target.ts';
import { writeSecrets } from './check-secrets.ts';
import type { CurrentState } from './current-state.ts';
import { endpointsAfterEdit } from './server-checks.ts';

/** An edit with everything that was read for it. `desired` has its secrets. */
type ReadyEdit = {
  monitorId: string;
  owner: { id: string; intervalSec: number };
  current: CurrentState;
  targets: AssignmentTarget[];
  desired: MonitorContent | null;
  /** The owner's maintenance windows, for a new or deleted monitor. */
  windows: WindowWithId[];
  writeServerChecks: WriteServerChecks;
  /** Endpoints that move to this monitor, or from it to another one. */
  moved?: ReadonlySet<string>;
  /** The status pages that show the monitor. */
  shown: PagesBySlug;
};

/** The ids of the deleted endpoints, and of those that the server is to check at once. */
type Written = { removed: string[]; due: string[] };

/** Writes an edit of a monitor. */
export function writeEdit(run: Run, writer: Writer, edit: ReadyEdit): Written {
  writeAccount(run, writer, edit);
  return writeMonitor(run, writer, edit);
}

/** Writes an edit's part in the owner's document, the assignments and their agents. */
export function writeAccount(
  run: Run,
  writer: Writer,
  edit: Omit<ReadyEdit, 'windows' | 'shown' | 'writeServerChecks'>,
): void {
  writeUser(run, writer, edit);
  for (const target of edit.targets) writeTarget(run, writer, edit.owner, target);
}

/** Writes the rest of an edit. Throws ApiError monitor_too_large, after which nothing is written. */
export function writeMonitor(run: Run, writer: Writer, edit: ReadyEdit): Written {
  const { monitorId, owner, current, desired, moved } = edit;
  const { context, unmasked } = current;
  const plan = desired && planMonitor(contextOf(run, edit), desired, run.nowMs);
  if (plan && isMonitorTooLarge(context?.monitor ?? null, plan.monitor)) throw new ApiError('monitor_too_large');
  const removed = Object.keys(context?.monitor.endpoints ?? {}).filter(
    (id) => !plan?.monitor.endpoints[id] && !moved?.has(id),
  );
  writeSecrets(run, writer, owner.id, unmasked, desired);
  const left = forgetOnPages(run, writer, edit.shown, { monitorId, endpointIds: desired ? new Set(removed) : null });
  const due = edit.writeServerChecks(writer, endpointsAfterEdit(plan, unmasked), moved ?? new Set(), current.user);
  const ref = monitors.ref(run.db, monitorId);
  if (plan && context) writer.update(ref, documentOf(plan.monitor, left));
  else if (plan) writer.create(ref, monitors.toDocument(plan.monitor));
  else if (context) writer.delete(ref);
  for (const [id, endpoint] of plan?.created ?? [])
    writer.create(
      endpoints.ref(run.db, id),
      endpoints.toDocument({ ...endpoint, coverageDueAt: coverageDueAt(endpoint) }),
    );
  if (context && plan) {
    writeChanged(run, writer, context, plan);
    const decidesAlerts = ({ tags, dependsOn }: Monitor) => [tags, dependsOn];
    if (!isSame(decidesAlerts(context.monitor), decidesAlerts(plan.monitor)))
      touchIncidents(run, writer, context, plan);
  }
  if (!desired) forgetMonitor(run, writer, edit.windows, monitorId);
  if (context) for (const id of removed) writeRemoved(run, writer, context, id);
  return { removed, due };
}

/** The fields of a monitor that some pages do not show any more, with Firestore's time, as of a status change. */
function documentOf(monitor: Monitor, left: readonly string[]): DocumentData {
  const pages = monitor.pages.filter((slug) => !left.includes(slug));
  return { ...monitors.toUpdate({ ...monitor, pages }), updatedAt: FieldValue.serverTimestamp() };
}

/** Votes count under the assignments after the edit. */
function contextOf({ nowMs }: Run, { monitorId, owner, current, targets, windows, moved }: ReadyEdit) {
  const { context, assignments, unmasked } = current;
  const assigned = Object.fromEntries([
    ...assignments,
    ...targets.map(({ location, assignee }) => [location, assignee] as const),
  ]);
  return {
    monitorId,
    ownerId: owner.id,
    monitor: context?.monitor ?? null,
    endpoints: unmasked,
    incidents: context?.incidents ?? new Map(),
    assigned,
    maintenance: context?.monitor.maintenance ?? occurrencesFor(expandWindows(windows, keptTime(nowMs)), monitorId),
    ...(moved && { moved }),
  };
}

/** Creating an assignment also changes the owner's document, so that it conflicts with a change of the interval. */
function writeUser(
  run: Run,
  writer: Writer,
  { owner, current, targets, desired, moved }: Omit<ReadyEdit, 'windows' | 'shown' | 'writeServerChecks'>,
): void {
  const { user, isNewUser, context } = current;
  const before = Object.keys(context?.monitor.endpoints ?? {}).length;
  const endpointCount = Math.max(0, user.endpointCount + (desired?.endpoints.length ?? 0) - before);
  const assignmentCount = user.assignmentCount + targets.filter((target) => target.before === null).length;
  // Two monitors that get the same key, or depend on each other or on what moves, at once conflict here, too.
  const { managed = null, dependsOn = [] } = context?.monitor ?? {};
  const isSameToOthers = isSame(desired?.managed, managed) && isSame(desired?.dependsOn, dependsOn);
  const mayConflict = desired !== null && (moved !== undefined || !isSameToOthers);
  const isChanged = endpointCount !== user.endpointCount || assignmentCount !== user.assignmentCount || mayConflict;
  const ref = users.ref(run.db, owner.id);
  if (isNewUser) writer.create(ref, users.toDocument({ ...user, endpointCount, assignmentCount }));
  else if (isChanged) writer.update(ref, users.toUpdate({ endpointCount, assignmentCount }));
  if (user.endpointCount > 0 || endpointCount === 0) return;
  // With the first endpoint a history starts; one of earlier endpoints has ended with them.
  writer.set(histories.ref(run.db, owner.id), histories.toDocument(newHistory(owner.id, run.nowMs)));
}

function writeChanged(run: Run, writer: Writer, context: EndpointContext, { changed }: MonitorPlan): void {
  for (const [id, { endpoint, change }] of changed) {
    let after = endpoint;
    for (const incident of change ? listIncidents(change) : [])
      after = writeIncident(run, writer, context, after, incident);
    writer.update(endpoints.ref(run.db, id), endpoints.toUpdate({ ...after, coverageDueAt: coverageDueAt(after) }));
    if (change?.event) writeEvent(run, writer, id, change.event);
  }
}

/**
 * Other tags have other channels cover the monitor, and other dependencies hold other failures: the channels' next runs
 * read its open incidents again.
 */
function touchIncidents(run: Run, writer: Writer, context: EndpointContext, { monitor, changed }: MonitorPlan): void {
  for (const [id, endpoint] of context.endpoints) {
    if (!monitor.endpoints[id]) continue;
    const change = changed.get(id)?.change;
    const written = change ? listIncidents(change).map((each) => endpoint[OPEN_INCIDENT_FIELDS[sortOf(each)]]) : [];
    for (const incidentId of openIncidentIds(endpoint)) {
      if (written.includes(incidentId) || !context.incidents.has(incidentId)) continue;
      writer.update(incidents.ref(run.db, incidentId), incidentTouched(monitor));
    }
  }
}

/** A deleted endpoint leaves no open incident. */
function writeRemoved(run: Run, writer: Writer, context: EndpointContext, id: string): void {
  writer.delete(endpoints.ref(run.db, id));
  const endpoint = context.endpoints.get(id);
  if (!endpoint) return;
  const closed = resolveUnwatched(findOpenIncidents(endpoint, context.incidents), run.nowMs);
  for (const incident of listIncidents(closed)) writeIncident(run, writer, context, endpoint, incident);
}

type Owner = { id: string; intervalSec: number };

/** Writes an edited assignment, its agent's load, and the verdicts that the agent remembers. */
function writeTarget(run: Run, writer: Writer, owner: Owner, target: AssignmentTarget): void {
  writeAssignment(run, writer, owner, target);
  const { agent, isTaken, releasedState, assignee, edit, size, before } = target;
  if (!agent) return;
  if (isTaken || size.count !== before?.count || size.plannedChecks !== before.plannedChecks) {
    const { id, ...load } = agent;
    writer.update(agents.ref(run.db, id), agents.toUpdate(load));
  }
  if (releasedState && before) {
    const released = { ownerId: owner.id, generation: before.generation };
    writer.update(agentStates.ref(run.db, agent.id), releaseOwners(releasedState, [released], run.nowMs));
    return;
  }
  const forgotten = edit.forget.map((id) => [`verdicts.${owner.id}.endpoints.${id}`, FieldValue.delete()] as const);
  const assigned = isTaken ? [[`owners.${owner.id}`, assignee.generation] as const] : [];
  const fields = [...assigned, ...forgotten];
  if (fields.length > 0) writer.update(agentStates.ref(run.db, agent.id), Object.fromEntries(fields));
}

function writeAssignment(
  run: Run,
  writer: Writer,
  { id: ownerId, intervalSec }: Owner,
  target: AssignmentTarget,
): void {
  const { location, edit, size, before } = target;
  const ref = assignments.ref(run.db, assignmentId(location, ownerId));
  const { agentId, generation, live, liveSeq, previousGeneration = null } = target.assignee;
  const assignee = { agentId, generation, live, liveSeq, previousGeneration };
  const head = { ...size, intervalSec, changedAt: run.nowMs };
  if (!before) {
    const whole: Assignment = { location, ownerId, ...assignee, ...head, endpoints: edit.put };
    writer.create(ref, assignments.toDocument(whole));
    return;
  }
  const isMoved = agentId !== before.agentId;
  const isTouched = isMoved || edit.remove.length > 0 || Object.keys(edit.put).length > 0;
  if (!isTouched) return;
  const put = Object.entries(edit.put).map(([id, endpoint]) => [`endpoints.${id}`, endpoint] as const);
  const removed = edit.remove.map((id) => [`endpoints.${id}`, FieldValue.delete()] as const);
  const fields = { ...head, ...(isMoved ? assignee : {}), ...Object.fromEntries([...put, ...removed]) };
  writer.update(ref, assignments.toUpdate(fields));
}
