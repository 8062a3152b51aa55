import { type DocumentReference, onSnapshot } from 'firebase/firestore';
import type { z } from 'zod';
import type { Listen } from './listen.ts';
import { readDocument, type WithId } from './read-document.ts';

/**
 * Listens to one document: null if there is none, or it does not fit its schema. An answer that only means 'offline' is
 * not passed on, or it would read as 'there is none'.
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
