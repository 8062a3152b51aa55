import { sightNotice } from '@farwatch/core/alerts/notices';
import type { Blindness } from '@farwatch/core/documents/endpoint';
import { AGENT } from '@farwatch/core/limits';
import { type Query, type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { isToBeTold } from '../alerts/tell-owner.ts';
import { attemptEach } from '../db/attempt-each.ts';
import { alerts, endpoints } from '../db/collections.ts';
import { pagesOf } from '../db/pages.ts';
import { isConflict } from '../db/retry.ts';
import type { Run } from '../db/run.ts';

const toldFields = endpoints.pick('ownerId', 'name', 'since');
const AT_ONCE = 400;
/** Of either kind in one sweep: as many as wait in memory for their owners. */
const MOST = 10_000;
const OWNERS_AT_ONCE = 10;

/**
 * Tells owners of endpoints that have been unknown for ten minutes, and of those that are known again: one message for
 * each owner, in the same commit as the mark.
 */
export async function sweepBlindness(run: Run): Promise<void> {
  const before = Timestamp.fromMillis(run.nowMs - AGENT.tellAfterMs);
  const all = endpoints.collection(run.db);
  const unknown = all.where('status', '==', 'unknown').where('blindness', '==', 'none').where('since', '<=', before);
  const known = all.where('blindness', '==', 'over');
  const [lost, back] = await Promise.all([found(unknown), found(known)]);
  const parts = [...byOwner('blind', lost), ...byOwner('sighted', back)];
  await attemptEach(parts, (part) => tell(run, part), { atOnce: OWNERS_AT_ONCE, what: 'owners' });
}

/** Found before any is marked: an owner's endpoints may lie on several pages and are told together. */
async function found(query: Query): Promise<QueryDocumentSnapshot[]> {
  const all: QueryDocumentSnapshot[] = [];
  for await (const docs of pagesOf(query.select(...toldFields.names), AT_ONCE)) {
    all.push(...docs);
    if (all.length >= MOST) break;
  }
  return all;
}

type Kind = 'blind' | 'sighted';
type Part = { kind: Kind; ownerId: string; docs: QueryDocumentSnapshot[] };

function byOwner(kind: Kind, docs: QueryDocumentSnapshot[]): Part[] {
  const grouped = Map.groupBy(docs, (doc) => String(doc.get('ownerId')));
  return [...grouped].map(([ownerId, list]) => ({ kind, ownerId, docs: list }));
}

/** If an endpoint changed meanwhile, all of them are looked at again in a minute. */
async function tell(run: Run, { kind, ownerId, docs }: Part): Promise<void> {
  const isWanted = await isToBeTold(run, ownerId);
  const blindness: Blindness = kind === 'sighted' ? 'none' : isWanted ? 'told' : 'untold';
  const batch = run.db.batch();
  for (const { ref, updateTime } of docs) {
    batch.update(ref, endpoints.toUpdate({ blindness }), { lastUpdateTime: updateTime });
  }
  // What cannot be read is marked all the same, or it would be found again and again before others.
  const told = docs.flatMap((doc) => toldFields.readIfValid(doc) ?? []);
  if (isWanted && told.length > 0) {
    const names = told.map(({ name }) => name).sort();
    const occurredAt = Math.min(...told.map(({ since }) => since));
    const alert = sightNotice(kind, ownerId, names, { occurredAt, nowMs: run.nowMs });
    batch.create(alerts.ref(run.db, `${kind}_${ownerId}_${run.nowMs}`), alerts.toDocument(alert));
  }
  try {
    await batch.commit();
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
}
