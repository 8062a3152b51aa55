import { type DocumentSnapshot, FieldPath, type Query, Timestamp } from 'firebase-admin/firestore';
import { fieldError } from './errors.ts';

/** A page of documents, and the `cursor` of the next one; null for the last page. */
export type CursorPage = { docs: DocumentSnapshot[]; next: string | null };

type Position = { cursor: string | undefined; limit: number };

/**
 * Reads a page of a query, the newest first by the timestamp `field`, from where the cursor says. Throws ApiError invalid
 * for a cursor of no answer.
 */
export async function readNewestPage(query: Query, field: string, { cursor, limit }: Position): Promise<CursorPage> {
  const newest = query.orderBy(field, 'desc').orderBy(FieldPath.documentId(), 'desc');
  const from = cursor === undefined ? newest : newest.startAfter(...positionOf(cursor));
  const { docs } = await from.limit(limit + 1).get();
  const page = docs.slice(0, limit);
  const last = page.at(-1);
  const at: unknown = last?.get(field);
  const next = docs.length > limit && last && at instanceof Timestamp ? `${at.toMillis()}.${last.id}` : null;
  return { docs: page, next };
}

/** Where the page before ended. */
function positionOf(cursor: string): [Timestamp, string] {
  const [, atMs, id] = /^(\d{1,15})\.([\w-]{1,128})$/.exec(cursor) ?? [];
  if (atMs === undefined || id === undefined) {
    throw fieldError('cursor', 'is not of an answer');
  }
  return [Timestamp.fromMillis(Number(atMs)), id];
}
