import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import type { Fields } from './collection.ts';

/** What the query finds, in pages of so many documents: only one page is in memory, and no number of them hides others. */
export async function* pagesOf(query: Query, size: number): AsyncGenerator<QueryDocumentSnapshot[]> {
  const pages = query.limit(size);
  for (let page = pages; ; ) {
    const { docs } = await page.get();
    if (docs.length > 0) yield docs;
    const last = docs.at(-1);
    if (!last || docs.length < size) return;
    page = pages.startAfter(last);
  }
}

/** All that the query finds and that is readable, in its order, with few documents in memory at a time. */
export async function findAll<Value>(
  query: Query,
  fields: Fields<Value>,
  size: number,
): Promise<(Value & { id: string })[]> {
  const found: (Value & { id: string })[] = [];
  for await (const docs of pagesOf(query.select(...fields.names), size)) {
    for (const doc of docs) {
      const value = fields.readIfValid(doc);
      if (value !== null) found.push({ ...value, id: doc.id });
    }
  }
  return found;
}
