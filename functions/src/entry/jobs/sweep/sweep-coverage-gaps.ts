import { isInMaintenance } from '@farwatch/core/decisions/maintenance/in-maintenance';
import { namesNotice } from '@farwatch/core/decisions/notifications/notices';
import type { CoverageGap } from '@farwatch/core/documents/endpoint';
import { isRunByServer } from '@farwatch/core/values/url';
import { type DocumentReference, type Query, type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { enqueueLook } from '../../../domain/notifications/enqueue.ts';
import { createNotice } from '../../../domain/notifications/notices.ts';
import { acceptsNotices } from '../../../domain/notifications/owner.ts';
import { attemptEach } from '../../../platform/db/attempt-each.ts';
import { endpoints, monitors } from '../../../platform/db/collections.ts';
import { fail, readDue } from '../../../platform/db/due-work.ts';
import { isConflict } from '../../../platform/db/retry.ts';
import type { Run } from '../../../platform/db/run.ts';

const noticeFields = endpoints.pick('ownerId', 'monitorId', 'url', 'name', 'since', 'coverageGap', 'coverageDueAt');
const maintenanceFields = monitors.pick('maintenance');
/** Endpoints of a sweep, all held in memory. */
const MAX_FOUND = 10_000;
const OWNERS_AT_ONCE = 10;

/**
 * Notifies owners of endpoints of which nothing has been known for ten minutes, and of those that are known again: one
 * notice for each owner, in the same commit as the endpoints' state. Endpoints in maintenance wait for its end.
 */
export async function sweepCoverageGaps(run: Run): Promise<void> {
  const now = Timestamp.fromMillis(run.nowMs);
  const due = endpoints.collection(run.db).where('coverageDueAt', '<=', now).orderBy('coverageDueAt');
  const found = await findEndpoints(run, due);
  const isBack = (doc: QueryDocumentSnapshot) => doc.get('coverageGap') === 'over';
  const lost = found.filter((doc) => !isBack(doc));
  const parts = [...byOwner('coverage_gap', lost), ...byOwner('coverage_restored', found.filter(isBack))];
  await attemptEach(parts, (part) => notify(run, part).catch((error) => fail(run, refsOf(part), error)), {
    atOnce: OWNERS_AT_ONCE,
    what: 'owners',
  });
}

/** Reads all pages before any update, so that one notice has all of an owner's endpoints. */
async function findEndpoints(run: Run, query: Query): Promise<QueryDocumentSnapshot[]> {
  const all: QueryDocumentSnapshot[] = [];
  for await (const docs of readDue(run, query, noticeFields.names, MAX_FOUND)) all.push(...docs);
  return all;
}

type Kind = 'coverage_gap' | 'coverage_restored';
type Part = { kind: Kind; ownerId: string; docs: QueryDocumentSnapshot[] };

function byOwner(kind: Kind, docs: QueryDocumentSnapshot[]): Part[] {
  const grouped = Map.groupBy(docs, (doc) => String(doc.get('ownerId')));
  return [...grouped].map(([ownerId, list]) => ({ kind, ownerId, docs: list }));
}

function refsOf({ docs }: Part): DocumentReference[] {
  return docs.map(({ ref }) => ref);
}

/** If an endpoint changes meanwhile, nothing is written, and the next sweep tries again. */
async function notify(run: Run, { kind, ownerId, docs: found }: Part): Promise<void> {
  const docs = kind === 'coverage_gap' ? await withoutMaintenance(run, found) : found;
  if (docs.length === 0) return;
  const isAccepted = await acceptsNotices(run, ownerId);
  const batch = run.db.batch();
  const named: { name: string; since: number }[] = [];
  // Unreadable endpoints are updated too: otherwise every sweep would find them again.
  for (const doc of docs) {
    const endpoint = noticeFields.readIfValid(doc);
    // Of a new heartbeat or domain nothing is known until its first ping, or its registry's answer.
    const isNamed = isAccepted && endpoint !== null && !isRunByServer(endpoint.url);
    if (isNamed) named.push(endpoint);
    const coverageGap: CoverageGap = kind === 'coverage_restored' ? 'none' : isNamed ? 'notified' : 'unnotified';
    batch.update(doc.ref, endpoints.toUpdate({ coverageGap, coverageDueAt: null }), { lastUpdateTime: doc.updateTime });
  }
  if (named.length > 0) {
    const names = named.map(({ name }) => name).sort();
    const occurredAt = Math.min(...named.map(({ since }) => since));
    const notice = namesNotice(kind, ownerId, names, { occurredAt, nowMs: run.nowMs });
    createNotice(run, batch, `${kind}_${ownerId}_${run.nowMs}`, notice);
  }
  try {
    await batch.commit();
  } catch (error) {
    if (!isConflict(error)) throw error;
    return;
  }
  await enqueueLook(run, ownerId);
}

/** Leaves out endpoints whose monitor is in maintenance, during which failures are not announced. */
async function withoutMaintenance(run: Run, docs: QueryDocumentSnapshot[]): Promise<QueryDocumentSnapshot[]> {
  const ids = [...new Set(docs.map((doc) => String(doc.get('monitorId'))))];
  const read = await maintenanceFields.getAll(run.db, ...ids.map((id) => monitors.ref(run.db, id)));
  const inMaintenance = new Set(
    ids.filter((_, index) => isInMaintenance(read[index]?.maintenance ?? [], run.nowMs, run.nowMs)),
  );
  return docs.filter((doc) => !inMaintenance.has(String(doc.get('monitorId'))));
}
