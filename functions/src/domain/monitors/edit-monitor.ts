import type { MonitorContent } from '@farwatch/core/contracts/api/monitors';
import {
  type AssignedMonitor,
  type AssignmentEdit,
  assignmentEdits,
} from '@farwatch/core/decisions/monitors/assignment-edits';
import { accountPlan } from '@farwatch/core/decisions/monitors/check-budget';
import { keptLimits, monitorVersion, revisionWith } from '@farwatch/core/decisions/monitors/monitor-content';
import { endPauses, findPauseProblem } from '@farwatch/core/decisions/monitors/pauses';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import { isSame } from '@farwatch/core/values/is-same';
import { LIMITS } from '@farwatch/core/values/limits';
import type { LocationCode } from '@farwatch/core/values/locations';
import { isEndpointPaused } from '@farwatch/core/values/pause';
import { type Activity, changedNames } from '../../platform/db/activity.ts';
import { monitors } from '../../platform/db/collections.ts';
import { type Reader, readThenWrite, type Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { runSerially } from '../../platform/run-serially.ts';
import { requestCheck } from '../agents/commands.ts';
import { refusePublicSuffixes } from '../domains/refuse-public-suffixes.ts';
import { refuseTakenNames } from '../heartbeats/refuse-taken-names.ts';
import { readWindows } from '../maintenance/read-windows.ts';
import { enqueueUpdate } from '../pages/enqueue-update.ts';
import { readPagesOf } from '../pages/forget-on-pages.ts';
import type { EndpointContext } from '../status/status-documents.ts';
import { type AssignmentTarget, readTarget } from './assignment-target.ts';
import { refuseOtherTypes } from './check-assertions.ts';
import { unmaskContent } from './check-secrets.ts';
import { type CurrentState, type EditedMonitor, readCurrentState } from './current-state.ts';
import { forgetDependencies, refuseDependencies } from './dependents.ts';
import { type Contact, contactsOf, refuseBlockedHost } from './refuse-blocked-host.ts';
import { refuseManagedTwice } from './refuse-managed-twice.ts';
import { removeMonitor } from './remove-monitor.ts';
import { checkByServer, readServerChecks } from './server-checks.ts';
import { writeEdit } from './write-edit.ts';

/** A monitor as it is stored; `unmasked`: its endpoints with their secrets. */
export type CurrentMonitor = Pick<EndpointContext, 'monitor' | 'endpoints'> & Pick<CurrentState, 'unmasked'>;

/**
 * Returns the desired monitor, in which masks stand for stored secrets, given the current one (null for a new one);
 * null to delete it. Called again if the edit starts over. May throw ApiError.
 */
type Edit = (current: CurrentMonitor | null) => MonitorContent | null;

/**
 * Creates, changes or deletes a monitor in one commit: its documents, the owner's count, the assignments and their
 * agents' memory. Throws ApiError: not_found for another owner's, limit_reached, too_many_monitors, host_blocked, heartbeat_taken,
 * secret_missing, conflict for a key of another monitor, too_many_checks_planned, check_too_large, monitor_too_large, and what `edit` throws.
 */
export async function editMonitor(run: Run, monitor: EditedMonitor, edit: Edit): Promise<void> {
  const { ownerId, monitorId } = monitor;
  const { removed: endpointIds, due, isDeleted, targets, slugs } = await commitEdit(run, monitor, edit);
  await requestConfirmations(run, targets);
  await checkByServer(run, due);
  await enqueueUpdate(run, ownerId, slugs, { isWhole: endpointIds.length > 0 || isDeleted });
  if (endpointIds.length === 0 && !isDeleted) return;
  try {
    await run.tasks.enqueue('removeMonitor', { monitorId, endpointIds });
  } catch {
    // The edit is committed; only its cleanup could not be enqueued.
    await removeMonitor(run, { monitorId, endpointIds });
  }
}

/**
 * Deletes a monitor and at once its history, for an account whose status pages and owner are deleted with it. Nothing
 * happens if the monitor does not exist. Throws ApiError not_found for another owner's.
 */
export async function deleteMonitor(run: Run, monitor: EditedMonitor): Promise<void> {
  const { removed, isDeleted } = await commitEdit(run, monitor, () => null);
  if (isDeleted) await removeMonitor(run, { monitorId: monitor.monitorId, endpointIds: removed });
}

function commitEdit(run: Run, monitor: EditedMonitor, edit: Edit): Promise<Edited> {
  return runSerially(monitor.ownerId, () =>
    readThenWrite(run, (reader, writer) => editIn(run, { reader, writer }, monitor, edit)),
  );
}

/**
 * Requests checks of endpoints whose quorum changed: their previous verdicts decide nothing until confirmed.
 */
export async function requestConfirmations(run: Run, targets: readonly AssignmentTarget[]): Promise<void> {
  const requests = targets.flatMap(({ agent, assignee, edit: { confirm } }) =>
    agent && assignee.live && confirm.length > 0
      ? [requestCheck(run, { agentId: agent.id, endpointIds: confirm })]
      : [],
  );
  // The edit is committed. An agent without the request checks at its usual time.
  await Promise.allSettled(requests);
}

/**
 * The deleted endpoints, those that the server checks at once, whether the monitor is deleted, the edited assignments,
 * the status pages that show it.
 */
type Edited = { removed: string[]; due: string[]; isDeleted: boolean; targets: AssignmentTarget[]; slugs: string[] };

async function editIn(
  run: Run,
  { reader, writer }: { reader: Reader; writer: Writer },
  monitor: EditedMonitor,
  edit: Edit,
): Promise<Edited> {
  const { ownerId, monitorId } = monitor;
  const current = await readCurrentState(run, reader, monitor);
  const { context, unmasked, user } = current;
  const content = context && monitorVersion(context.monitor, unmasked);
  const requested = edit(context && { ...context, unmasked });
  const desired = withCurrentPauses(run, content, requested && unmaskContent(requested, unmasked));
  if (run.activity) describeEdit(run.activity, monitorId, content, desired);
  refuseOtherTypes(desired?.endpoints ?? []);
  checkLimit(current, desired);
  if (!context && desired) await refuseTooManyMonitors(run, current, ownerId);
  refuseBlockedHost(newContacts(current, desired));
  await refusePublicSuffixes(unmasked, desired?.endpoints ?? []);
  await refuseTakenNames(run, reader, { ownerId, monitorId, before: unmasked }, desired?.endpoints ?? []);
  await refuseTakenKey(run, reader, monitor, desired);
  await refuseDependencies(run, reader, monitor, { before: content?.dependsOn ?? [], after: desired?.dependsOn ?? [] });
  const before = content && withRevisions(unmasked, content);
  const after = desired && withRevisions(unmasked, desired);
  const edits = [...assignmentEdits(monitorId, before, after)];
  const owner = { id: ownerId, ...accountPlan(user) };
  const pathOf = (id: string) => pathIn(desired, id);
  const target = ([location, change]: [LocationCode, AssignmentEdit]) =>
    readTarget(run, reader, { owner, location }, change, current.assignments.get(location) ?? null, pathOf);
  const targets = await Promise.all(edits.map(target));
  const windows = context && desired ? [] : await readWindows(run, reader, ownerId);
  await forgetDependencies(run, { reader, writer }, monitor, deletedBy(context, desired));
  const shown = await readPagesOf(run, reader, context?.monitor.pages ?? []);
  const writeServerChecks = await readServerChecks(run, reader, unmasked, desired?.endpoints ?? []);
  const ready = { monitorId, owner, current, targets, desired, windows, shown, writeServerChecks };
  const written = writeEdit(run, writer, ready);
  return { ...written, isDeleted: context !== null && desired === null, targets, slugs: [...shown.keys()] };
}

/** Names the monitor in the account's activity, or of a call about endpoints the first that differs. */
function describeEdit(
  activity: Activity,
  monitorId: string,
  before: MonitorContent | null,
  after: MonitorContent | null,
): void {
  const named = after ?? before;
  if (!named) return;
  if (activity.kind !== 'endpoint') {
    activity.describe({ id: monitorId, name: named.name, fields: changedNames(before, after, ['version']) });
    return;
  }
  const known = new Map(before?.endpoints.map((each) => [each.id, each]));
  const all = [...(after?.endpoints ?? []), ...(before?.endpoints ?? []).filter(({ id }) => !hasEndpoint(after, id))];
  const edited = all.find((each) => !hasEndpoint(after, each.id) || !isSame(each, known.get(each.id)));
  if (!edited) return;
  const name = `${named.name}: ${edited.name}`;
  const fields = hasEndpoint(after, edited.id) ? changedNames(known.get(edited.id) ?? null, edited) : [];
  activity.describe({ id: edited.id, name, fields });
}

/** The path of an endpoint in the request for a monitor; null if it is not in it. */
function pathIn(content: MonitorContent | null, id: string): string | null {
  const index = content?.endpoints.findIndex((each) => each.id === id) ?? -1;
  return index < 0 ? null : `endpoints.${index}`;
}

function deletedBy(context: EndpointContext | null, desired: MonitorContent | null) {
  const ids = Object.keys(context?.monitor.endpoints ?? {});
  return {
    endpointIds: ids.filter((id) => !hasEndpoint(desired, id)),
    isDeleted: context !== null && desired === null,
  };
}

function hasEndpoint(content: MonitorContent | null, id: string): boolean {
  return content?.endpoints.some((each) => each.id === id) ?? false;
}

/** The content with the revision and the limits that each of its endpoints has. */
export function withRevisions(current: ReadonlyMap<string, Endpoint>, content: MonitorContent): AssignedMonitor {
  const endpoints = content.endpoints.map(({ id, ...fields }) => {
    const known = current.get(id);
    const rev = revisionWith(fields, known, isEndpointPaused(content, fields));
    return [id, { ...fields, rev, slowLimits: keptLimits(known, fields) }] as const;
  });
  return { ...content, endpoints: Object.fromEntries(endpoints) };
}

const managedField = monitors.pick('managed');

/**
 * Refuses a key of another monitor. The owner's document is written with each new key, so that of two at once the second
 * finds the first.
 */
async function refuseTakenKey(
  run: Run,
  reader: Reader,
  { ownerId, monitorId }: EditedMonitor,
  desired: MonitorContent | null,
): Promise<void> {
  if (!desired?.managed) return;
  const { project, key } = desired.managed;
  const same = monitors.collection(run.db).where('ownerId', '==', ownerId).where('managed', '==', { project, key });
  refuseManagedTwice({ id: monitorId, managed: desired.managed }, await managedField.find(same, reader));
}

/** What the edit adds: a host may be blocked after its endpoints were saved, which can still be edited. */
function newContacts({ unmasked }: CurrentState, desired: MonitorContent | null): Contact[] {
  return (desired?.endpoints ?? []).flatMap((endpoint) => {
    const current = unmasked.get(endpoint.id);
    const known = new Set((current ? contactsOf(current) : []).map(({ url }) => url));
    return contactsOf(endpoint).filter(({ url }) => !known.has(url));
  });
}

/** Every edit resumes what is due. Throws ApiError invalid for a new pause that cannot end then. */
function withCurrentPauses(
  { nowMs }: Run,
  current: MonitorContent | null,
  desired: MonitorContent | null,
): MonitorContent | null {
  if (!desired) return null;
  const problem = findPauseProblem(current, desired, nowMs);
  if (problem) throw new ApiError('invalid', { details: [problem] });
  return endPauses(desired, nowMs);
}

/**
 * Throws ApiError too_many_monitors if the owner has as many as a browser lists. Monitors have endpoints, so most owners
 * need no count; of two new ones at once the second finds the owner's document changed.
 */
async function refuseTooManyMonitors(run: Run, { user }: CurrentState, ownerId: string): Promise<void> {
  if (user.endpointCount < LIMITS.monitorsPerOwner) return;
  const counted = await monitors.collection(run.db).where('ownerId', '==', ownerId).count().get();
  if (counted.data().count >= LIMITS.monitorsPerOwner) throw new ApiError('too_many_monitors');
}

function checkLimit({ user, context }: CurrentState, desired: MonitorContent | null): void {
  const grown = (desired?.endpoints.length ?? 0) - Object.keys(context?.monitor.endpoints ?? {}).length;
  if (grown > 0 && user.endpointCount + grown > user.maxEndpoints) throw new ApiError('limit_reached');
}
