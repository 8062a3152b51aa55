import type { Incident } from '@farwatch/core/documents/incident';
import { FieldPath, type Query, type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { incidents } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { IncidentSelection } from './incident-selection.ts';

export type FoundIncident = Incident & { id: string };

/** Queries whose results together are a part of a list, each newest first: several if one would need too many ids. */
export type ListPart = readonly Query[];

/** The most that Firestore takes in one `in`. */
const MAX_IDS = 30;
/** Read of each query if all are needed: as many as the app's listener reads. */
const MAX_READ = 500;
const READ_AT_ONCE = 100;
const MAX_LENGTH = 8 * 1024 * 1024;

/**
 * The parts of a list, as core's isInSpan defines it: the incidents that started in the range, then older ones that are
 * still active. The search is left to the caller.
 */
export function listParts(run: Run, ownerId: string, { span, filter }: IncidentSelection): ListPart[] {
  const start = Timestamp.fromMillis(span.fromMs);
  const within = ownIncidents(run, ownerId, filter).map((own) => {
    const since = own.where('triggeredAt', '>=', start);
    const recent = span.toMs === null ? since : since.where('triggeredAt', '<', Timestamp.fromMillis(span.toMs));
    return recent.orderBy('triggeredAt', 'desc');
  });
  if (filter.status === 'resolved') return [within];
  const before = ownIncidents(run, ownerId, { ...filter, status: 'active' }).map((own) =>
    own.where('triggeredAt', '<', start).orderBy('triggeredAt', 'desc'),
  );
  return [within, before];
}

/** An owner's incidents that match all but the search. */
function ownIncidents(
  run: Run,
  ownerId: string,
  { status, severity, location, monitorIds }: IncidentSelection['filter'],
): Query[] {
  let own: Query = incidents.collection(run.db).where('ownerId', '==', ownerId);
  if (status !== 'all') own = own.where('status', '==', status);
  if (severity !== 'all') own = own.where('severity', '==', severity);
  if (location !== 'all') own = own.where('locations', 'array-contains', location);
  if (monitorIds === null) return [own];
  const ids = [...monitorIds].sort();
  const groups = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, index) =>
    ids.slice(index * MAX_IDS, (index + 1) * MAX_IDS),
  );
  return groups.map((group) => own.where('monitorId', 'in', group));
}

/**
 * The newest 500 incidents of each part, newest first, and no more once their JSON has 8 MiB: with as many updates and
 * notes as they may have, a thousand would take half of an instance's memory.
 */
export async function readNewest(parts: readonly ListPart[]): Promise<FoundIncident[]> {
  const found: FoundIncident[] = [];
  let left = MAX_LENGTH;
  for (const part of parts) {
    let after: PartCursor | null = null;
    for (let read = 0; read < MAX_READ && left > 0; read += READ_AT_ONCE) {
      const docs = await readAfter(part, after, READ_AT_ONCE);
      for (const incident of parseIncidents(docs)) {
        if (left > 0) found.push(incident);
        left -= JSON.stringify(incident).length;
      }
      const last = docs.at(-1);
      if (!last || docs.length < READ_AT_ONCE) break;
      after = { triggeredAtMs: startOf(last), id: last.id };
    }
  }
  return found;
}

/** Some incidents of a part, newest first. With several queries, each reads also what is skipped. */
export async function readPart(
  part: ListPart,
  { skip, limit }: { skip: number; limit: number },
): Promise<FoundIncident[]> {
  const [only] = part;
  if (only !== undefined && part.length === 1) {
    return parseIncidents((await only.offset(skip).limit(limit).get()).docs);
  }
  const answers = await Promise.all(part.map((query) => query.limit(skip + limit).get()));
  return parseIncidents(
    answers
      .flatMap(({ docs }) => docs)
      .toSorted(newestFirst)
      .slice(skip, skip + limit),
  );
}

/** The number of a part's incidents. */
export async function countOf(part: ListPart): Promise<number> {
  const answers = await Promise.all(part.map((query) => query.count().get()));
  return answers.reduce((sum, answer) => sum + answer.data().count, 0);
}

/** A place in a part: after the incident with this start and id. */
export type PartCursor = { triggeredAtMs: number; id: string };

/** The documents of a part after a place, newest first, at most `limit`. */
export async function readAfter(
  part: ListPart,
  after: PartCursor | null,
  limit: number,
): Promise<QueryDocumentSnapshot[]> {
  const answers = await Promise.all(
    part.map((query) => {
      const ordered = query.orderBy(FieldPath.documentId(), 'desc');
      const rest = after ? ordered.startAfter(Timestamp.fromMillis(after.triggeredAtMs), after.id) : ordered;
      return rest.limit(limit).get();
    }),
  );
  return answers
    .flatMap(({ docs }) => docs)
    .toSorted(newestFirst)
    .slice(0, limit);
}

/** Compares as Firestore orders equal times. */
function newestFirst(one: QueryDocumentSnapshot, other: QueryDocumentSnapshot): number {
  return startOf(other) - startOf(one) || (one.id < other.id ? 1 : -1);
}

/** Epoch ms; every document that these queries find has a start. */
export function startOf(document: QueryDocumentSnapshot): number {
  const at: unknown = document.get('triggeredAt');
  return at instanceof Timestamp ? at.toMillis() : 0;
}

/** The valid incidents among these documents. */
export function parseIncidents(docs: readonly QueryDocumentSnapshot[]): FoundIncident[] {
  return docs.flatMap((doc) => {
    const incident = incidents.readIfValid(doc);
    return incident ? [{ id: doc.id, ...incident }] : [];
  });
}
