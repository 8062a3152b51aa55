import type { MonitorContent } from '@farwatch/core/contracts/api/monitors';
import {
  type AssignedMonitor,
  type AssignmentEdit,
  assignmentEdits,
} from '@farwatch/core/decisions/monitors/assignment-edits';
import { monitorVersion, revisionWith } from '@farwatch/core/decisions/monitors/monitor-content';
import { endPauses, findPauseProblem } from '@farwatch/core/decisions/monitors/pauses';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import { readDependency } from '@farwatch/core/values/dependency';
import { isSame } from '@farwatch/core/values/is-same';
import type { LocationCode } from '@farwatch/core/values/locations';
import { isEndpointPaused } from '@farwatch/core/values/pause';
import { type Activity, changedNames } from '../../platform/db/activity.ts';
import { monitors } from '../../platform/db/collections.ts';
import { type Reader, readThenWrite, type Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { ApiError, fieldError } from '../../platform/http/errors.ts';
import { runSerially } from '../../platform/run-serially.ts';
import { requestCheck } from '../agents/commands.ts';
import { refusePublicSuffixes } from '../domains/refuse-public-suffixes.ts';
import { refuseTakenNames } from '../heartbeats/refuse-taken-names.ts';
import { readWindows } from '../maintenance/read-windows.ts';
import { enqueueUpdate } from '../pages/enqueue-update.ts';
import { readPagesOf } from '../pages/forget-on-pages.ts';
import type { EndpointContext } from '../status/read-context.ts';
import { type AssignmentTarget, readTarget } from './assignment-target.ts';
import { refuseOtherTypes } from './check-assertions.ts';
import { unmaskContent } from './check-secrets.ts';
import { type CurrentState, type EditedMonitor, readCurrentState } from './current-state.ts';
import { type Contact, contactsOf, refuseBlockedHost } from './refuse-blocked-host.ts';
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
 * agents' memory. Throws ApiError: not_found for another owner's, limit_reached, host_blocked, heartbeat_taken,
 * secret_missing, conflict for a key of another monitor, too_many_checks_planned, check_too_large, and what `edit` throws.
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
  refuseBlockedHost(newContacts(current, desired));
  await refusePublicSuffixes(unmasked, desired?.endpoints ?? []);
  await refuseTakenNames(run, reader, { ownerId, monitorId, before: unmasked }, desired?.endpoints ?? []);
  await refuseManagedTwice(run, reader, monitor, desired);
  await refuseDependencies(run, reader, monitor, { before: content?.dependsOn ?? [], after: desired?.dependsOn ?? [] });
  const before = content && withRevisions(unmasked, content);
  const after = desired && withRevisions(unmasked, desired);
  const edits = [...assignmentEdits(monitorId, before, after)];
  const owner = { id: ownerId, intervalSec: user.monitorInterval * 60 };
  const pathOf = (id: string) => pathIn(desired, id);
  const target = ([location, change]: [LocationCode, AssignmentEdit]) =>
    readTarget(run, reader, { owner, location }, change, current.assignments.get(location) ?? null, pathOf);
  const targets = await Promise.all(edits.map(target));
  const windows = context && desired ? [] : await readWindows(run, reader, ownerId);
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

function hasEndpoint(content: MonitorContent | null, id: string): boolean {
  return content?.endpoints.some((each) => each.id === id) ?? false;
}

/** The content with the revision and the limits that each of its endpoints has. */
export function withRevisions(current: ReadonlyMap<string, Endpoint>, content: MonitorContent): AssignedMonitor {
  const endpoints = content.endpoints.map(({ id, ...fields }) => {
    const known = current.get(id);
    const rev = revisionWith(fields, known, isEndpointPaused(content, fields));
    const slowLimits = known?.slowMs === fields.slowMs ? known.slowLimits : {};
    return [id, { ...fields, rev, slowLimits }] as const;
  });
  return { ...content, endpoints: Object.fromEntries(endpoints) };
}

/**
 * Throws ApiError conflict, with its id, if another monitor of the owner is managed as this one is to be. The owner's
 * document is written with each new key, so that of two at once the second finds the first.
 */
async function refuseManagedTwice(
  run: Run,
  reader: Reader,
  { ownerId, monitorId }: EditedMonitor,
  desired: MonitorContent | null,
): Promise<void> {
  if (!desired?.managed) return;
  const { project, key } = desired.managed;
  const same = monitors.collection(run.db).where('ownerId', '==', ownerId).where('managed', '==', { project, key });
  const other = (await reader.get(same)).docs.find(({ id }) => id !== monitorId);
  if (other) throw fieldError('managed', `the monitor ${other.id} has this project and key`, 'conflict');
}

const dependencyFields = monitors.pick('ownerId', 'order', 'dependsOn');

/**
 * Throws ApiError invalid for a new dependency that the owner does not have, and for a circle: of monitors that depend on
 * each other nobody would be notified.
 */
async function refuseDependencies(
  run: Run,
  reader: Reader,
  { ownerId, monitorId }: EditedMonitor,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  const added = after.filter((each) => !before.includes(each));
  const idsOf = (dependsOn: readonly string[]) => dependsOn.map((each) => readDependency(each).monitorId);
  const known = new Map<string, { order: string[]; dependsOn: string[] }>();
  for (let ids = new Set(idsOf(added)); ids.size > 0; ) {
    if (ids.has(monitorId)) throw fieldError('dependsOn', 'a monitor cannot depend on itself, nor in a circle');
    const refs = [...ids].map((id) => monitors.ref(run.db, id));
    const found = await dependencyFields.getAll(reader, ...refs);
    for (const [index, ref] of refs.entries()) {
      const read = found[index];
      known.set(ref.id, read?.ownerId === ownerId ? read : { order: [], dependsOn: [] });
    }
    const next = [...ids].flatMap((id) => idsOf(known.get(id)?.dependsOn ?? []));
    ids = new Set(next.filter((id) => !known.has(id)));
  }
  for (const each of added) {
    const { monitorId: id, endpointId } = readDependency(each);
    const order = known.get(id)?.order ?? [];
    const exists = endpointId === null ? order.length > 0 : order.includes(endpointId);
    if (!exists) throw fieldError(`dependsOn.${after.indexOf(each)}`, `there is no monitor or endpoint ${each}`);
  }
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

function checkLimit({ user, context }: CurrentState, desired: MonitorContent | null): void {
  const grown = (desired?.endpoints.length ?? 0) - Object.keys(context?.monitor.endpoints ?? {}).length;
  if (grown > 0 && user.endpointCount + grown > user.maxEndpoints) throw new ApiError('limit_reached');
}
