import { LISTED } from '@farwatch/core/limits';
import {
  type DocumentData,
  type DocumentReference,
  onSnapshot,
  type Query,
  type QuerySnapshot,
} from 'firebase/firestore';
import type { z } from 'zod';
import type { Listen } from './listen.ts';
import { readDocument, type WithId } from './read-document.ts';

/** A query's documents in order. `unreadable`: how many do not fit their schema. */
export type LiveList<T> = { items: WithId<T>[]; unreadable: number };

/** Whether there may be more than a list of a person's documents holds. */
export function isCut({ items, unreadable }: LiveList<unknown>): boolean {
  return items.length + unreadable >= LISTED.byPerson;
}

/**
 * Listens to a query. Only changed documents are parsed again; the others stay the same objects. Results from the cache
 * before the server has answered are ignored, because they may be incomplete.
 */
export function listenToQuery<T extends object>(query: Query, schema: z.ZodType<T>): Listen<LiveList<T>> {
  return ({ next, fail }) => {
    const known = new Map<string, WithId<T> | null>();
    let hasAnswer = false;
    return onSnapshot(
      query,
      { includeMetadataChanges: true },
      (snapshot) => {
        hasAnswer ||= !snapshot.metadata.fromCache;
        const list = merge(snapshot, known, schema);
        if (hasAnswer) next(list);
      },
      fail,
    );
  };
}

function merge<T extends object>(
  snapshot: QuerySnapshot<DocumentData>,
  known: Map<string, WithId<T> | null>,
  schema: z.ZodType<T>,
): LiveList<T> {
  for (const { type, doc } of snapshot.docChanges()) {
    if (type === 'removed') known.delete(doc.id);
    else known.set(doc.id, readDocument(doc, schema));
  }
  const all = snapshot.docs.map((doc) => known.get(doc.id) ?? null);
  const items = all.filter((item) => item !== null);
  return { items, unreadable: all.length - items.length };
}

/**
 * Listens to one document: null if it does not exist or does not fit its schema. An empty answer while offline is
 * ignored, because the document may exist.
 */
export function listenToDocument<T extends object>(
  document: DocumentReference,
  schema: z.ZodType<T>,
): Listen<WithId<T> | null> {
  return ({ next, fail }) =>
    onSnapshot(
      document,
      { includeMetadataChanges: true },
      (snapshot) => {
        if (snapshot.exists()) next(readDocument(snapshot, schema));
        else if (!snapshot.metadata.fromCache) next(null);
      },
      fail,
    );
}
