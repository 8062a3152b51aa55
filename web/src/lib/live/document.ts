import { type DocumentReference, onSnapshot } from 'firebase/firestore';
import type { z } from 'zod';
import type { Listen } from './listen.ts';
import { readDocument, type WithId } from './read-document.ts';

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
