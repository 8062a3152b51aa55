import { activityCalls } from '@farwatch/core/contracts/api/activity';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import type { ActivityEntry } from '@farwatch/core/documents/activity';
import { Timestamp } from 'firebase-admin/firestore';
import { activity } from '../../platform/db/collections.ts';
import { readNewestPage } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';

export const listActivity = route(activityCalls.list, {
  run: async (run, caller, { query: { actor, kind, before, limit, cursor } }) => {
    let found = activity.collection(run.db).where('ownerId', '==', caller.accountId);
    if (actor) found = found.where('actor', '==', actor);
    if (kind) found = found.where('kind', '==', kind);
    if (before !== undefined) found = found.where('at', '<', Timestamp.fromMillis(Date.parse(before)));
    const { docs, next } = await readNewestPage(found, 'at', { cursor, limit });
    const entries = docs.flatMap((document) => {
      const entry = activity.readIfValid(document);
      return entry ? [answerOf(document.id, entry)] : [];
    });
    return { entries, next };
  },
});

function answerOf(id: string, entry: ActivityEntry) {
  const { ownerId: _, requestId: __, requestHash: ___, expireAt: ____, at, ...shown } = entry;
  return { ...shown, id, at: isoOf(at) };
}
