import type { ActionResult } from '@farwatch/core/contracts/api/incident-actions';
import { type ActionRequest, actOnIncident } from '@farwatch/core/decisions/incidents/act-on-incident';
import { updateMark } from '@farwatch/core/decisions/status/monitor-change';
import type { Incident, Person } from '@farwatch/core/documents/incident';
import { clip } from '@farwatch/core/values/clip';
import { LIMITS } from '@farwatch/core/values/limits';
import type { DocumentReference, Transaction } from 'firebase-admin/firestore';
import { enqueueLook } from '../../../domain/notifications/enqueue.ts';
import { incidentTouched } from '../../../domain/status/status-documents.ts';
import { incidents, monitors } from '../../../platform/db/collections.ts';
import { changeInTransaction } from '../../../platform/db/read-then-write.ts';
import type { Run } from '../../../platform/db/run.ts';

/** The name of a user as timelines have it, cut to their length. */
export function personName(displayName: string): string {
  return clip(displayName, LIMITS.personLength);
}

/** Whose incidents, what is done about them, and by whom. */
export type Act = { ownerId: string; request: ActionRequest; by: Person };

/**
 * Does this about the owner's incidents, in a transaction for each monitor, so that a status change at the same time
 * loses nothing. Then has the owner's channels looked at.
 */
export async function actOnIncidents(run: Run, act: Act, ids: readonly string[]): Promise<ActionResult> {
  const unique = [...new Set(ids)];
  const found = await run.db.getAll(...unique.map((id) => incidents.ref(run.db, id)));
  const own = found.flatMap((document) => {
    const incident = incidents.readIfValid(document);
    return incident?.ownerId === act.ownerId ? [{ id: document.id, monitorId: incident.monitorId }] : [];
  });
  const result: ActionResult = { changed: [], skipped: [] };
  const ownIds = new Set(own.map(({ id }) => id));
  for (const id of unique) if (!ownIds.has(id)) result.skipped.push({ id, reason: 'not_found' });
  let isNew = false;
  for (const [monitorId, ofMonitor] of Map.groupBy(own, (each) => each.monitorId)) {
    const idsOf = ofMonitor.map(({ id }) => id);
    const done = await changeInTransaction(run, async (tx, unchanged) => {
      const acted = await actInMonitor(run, tx, act, monitorId, idsOf);
      return acted.isNew ? acted : unchanged(acted);
    });
    result.changed.push(...done.changed);
    result.skipped.push(...done.skipped);
    isNew ||= done.isNew;
  }
  if (isNew && act.request.do !== 'note') await enqueueLook(run, act.ownerId);
  return result;
}

const monitorMarks = monitors.pick('incidents');

async function actInMonitor(
  run: Run,
  tx: Transaction,
  act: Act,
  monitorId: string,
  ids: readonly string[],
): Promise<ActionResult & { isNew: boolean }> {
  const documents = await tx.getAll(...ids.map((id) => incidents.ref(run.db, id)));
  const monitorRef = monitors.ref(run.db, monitorId);
  const [monitor = null] = await monitorMarks.getAll(tx, monitorRef);
  const result: ActionResult = { changed: [], skipped: [] };
  const after: Incident[] = [];
  for (const document of documents) {
    const { id } = document;
    const before = incidents.readIfValid(document);
    const incident = before && actOnIncident(before, act.request, act.by, run.nowMs);
    if (incident === null) result.skipped.push({ id, reason: before ? 'resolved' : 'not_found' });
    else result.changed.push(id);
    if (incident === null || incident === before) continue;
    writeAction(tx, document.ref, incident, act.request);
    const { ownerId, by } = act;
    run.activity?.describe({
      id,
      name: incident.endpoint.name,
      ownerId,
      ...(by.channelName !== null && { by: by.name }),
    });
    after.push(incident);
  }
  if (monitor && after.length > 0 && act.request.do.endsWith('acknowledge')) {
    const marked = after.filter(({ type }) => type === 'downtime').reduce(updateMark, monitor.incidents);
    tx.update(monitorRef, monitors.toUpdate({ incidents: marked }));
  }
  return { ...result, isNew: after.length > 0 };
}

/** A note does not change what channels announce, so they do not look at it. */
function writeAction(
  tx: Transaction,
  ref: DocumentReference,
  { ownerId, acknowledgement, snoozedUntil, actions }: Incident,
  request: ActionRequest,
): void {
  const touched = request.do === 'note' ? {} : incidentTouched({ ownerId });
  tx.update(ref, { ...incidents.toUpdate({ acknowledgement, snoozedUntil, actions }), ...touched });
}
