import { activityCalls } from '@farwatch/core/contracts/api/activity';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import type { ActivityEntry } from '@farwatch/core/documents/activity';
import { FieldPath, Timestamp } from 'firebase-admin/firestore';
import { activity } from '../../platform/db/collections.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';

export const listActivity = route(activityCalls.list, {
  run: async (run, caller, { query: { actor, kind, before, limit, cursor } }) => {
    let found = activity.collection(run.db).where('ownerId', '==', caller.uid);
    if (actor) found = found.where('actor', '==', actor);
    if (kind) found = found.where('kind', '==', kind);
    found = found.orderBy('at', 'desc').orderBy(FieldPath.documentId(), 'desc');
    if (cursor !== undefined) found = found.startAfter(...positionOf(cursor));
    else if (before !== undefined) found = found.where('at', '<', Timestamp.fromMillis(Date.parse(before)));
    const { docs } = await found.limit(limit + 1).get();
    const page = docs.slice(0, limit);
    const entries = page.flatMap((document) => {
      const entry = activity.readIfValid(document);
      return entry ? [answerOf(document.id, entry)] : [];
    });
    const last = page.at(-1);
    const at: unknown = last?.get('at');
    const next = docs.length > limit && last && at instanceof Timestamp ? `${at.toMillis()}.${last.id}` : null;
    return { entries, next };
  },
});

/** Where the page before ended. Throws ApiError invalid for a cursor of no answer. */
function positionOf(cursor: string): [Timestamp, string] {
  const [, atMs, id] = /^(\d{1,15})\.([\w-]{1,128})$/.exec(cursor) ?? [];
  if (atMs === undefined || id === undefined) {
    throw new ApiError('invalid', { details: [{ path: 'cursor', message: 'is not of an answer' }] });
  }
  return [Timestamp.fromMillis(Number(atMs)), id];
}

function answerOf(id: string, entry: ActivityEntry) {
  const { actor, actorId, actorName, kind, action, subjectId, subjectName, fields, address, call } = entry;
  return {
    id,
    at: isoOf(entry.at),
    actor,
    actorId,
    actorName,
    kind,
    action,
    subjectId,
    subjectName,
    fields,
    address,
    call,
  };
}
