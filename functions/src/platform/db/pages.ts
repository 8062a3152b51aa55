import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import type { Fields } from './collection.ts';

/** The query's results in pages of at most `size` documents, one of them in memory at a time. */
export async function* readPages(query: Query, size: number): AsyncGenerator<QueryDocumentSnapshot[]> {
  const pages = query.limit(size);
  for (let page = pages; ; ) {
    const { docs } = await page.get();
    if (docs.length > 0) yield docs;
    const last = docs.at(-1);
    if (!last || docs.length < size) return;
    page = pages.startAfter(last);
  }
}

/** All valid documents that the query finds, in its order, read in pages of `size` documents. */
export async function findAll<Value>(
  query: Query,
  fields: Fields<Value>,
  size: number,
): Promise<(Value & { id: string })[]> {
  const found: (Value & { id: string })[] = [];
  for await (const docs of readPages(query.select(...fields.names), size)) {
    for (const doc of docs) {
      const value = fields.readIfValid(doc);
      if (value !== null) found.push({ ...value, id: doc.id });
    }
  }
  return found;
}
