import type { CollectionName, DocumentOf } from '@farwatch/core/documents/collections';
import { find } from '../firestore/query.ts';
import type { Store } from '../firestore/store.ts';
import { withMs } from './history.ts';

/**
 * A collection's documents by id, with timestamps in epoch ms. The cast is safe: the functions parse what they write.
 */
export function documentsOf<Name extends CollectionName>(store: Store, name: Name): Map<string, DocumentOf<Name>> {
  const query = { collection: name, filters: [], orderBy: [], limit: null };
  return new Map(find(store, query).map(({ id, data }) => [id, withMs(data) as DocumentOf<Name>]));
}
